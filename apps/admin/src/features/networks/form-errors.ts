import { type RefObject, useEffect } from 'react';
import { getErrorText, getFieldError, getServerError } from '../../app/errors.ts';

/** A refusal that is about one setting: the setting, and what is wrong as a sentence that begins with its label. */
interface FieldRefusal {
  field: string;
  text: (label: string) => string;
}

/** @returns undefined where the error is about no field */
export function getRefusedField(error: unknown): FieldRefusal | undefined {
  const refusal = getServerError(error);
  if (!refusal) return undefined;
  if (refusal.domainCode === 'NETWORK_SLUG_TAKEN') return { field: 'slug', text: () => refusal.message };
  if (!refusal.field) return undefined;
  const [field = refusal.field] = refusal.field.split('.');
  const message = getErrorText(error, 'is not valid').replace(/^[\w.]+: /, '');
  return { field, text: (label) => getFieldError(label, { message }) ?? message };
}

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

/** A `ref` for what takes the focus when it appears, because what was pressed has gone or asked for it. */
export const focusNow = (element: HTMLElement | null): void => element?.focus();
