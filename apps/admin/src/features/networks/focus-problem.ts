/** Leads to the first field or group of a form that is at fault, once what is wrong with it is drawn. */
export function focusProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus());
}
