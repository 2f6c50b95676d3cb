import { type RefObject, useEffect } from 'react';

/**
 * Leads to the first field or group of a form that is at fault, once what is wrong with it is drawn.
 * @param attempts how many were refused on this side; each one more leads there
 * @param error the server's refusal of the last one
 */
export function useFocusProblem(form: RefObject<HTMLFormElement | null>, attempts: number, error: unknown): void {
  useEffect(() => {
    if (attempts > 0) focusProblem(form.current);
  }, [form, attempts]);
  useEffect(() => {
    if (error) focusProblem(form.current);
  }, [form, error]);
}

function focusProblem(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus();
}
