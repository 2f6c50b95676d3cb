import { type RefObject, useEffect } from 'react';
import { getFieldError, getServerError } from '../../app/errors.ts';
import { getRefusalText, PROBLEMS } from '../../forms/field-problems.tsx';

/** A setting that the server rejected, with a sentence that starts with the setting's label. */
interface SettingRefusal {
  field: string;
  text: (label: string) => string;
}

/** @returns undefined if the error concerns no field */
export function getRefusedSetting(error: unknown): SettingRefusal | undefined {
  const refusal = getServerError(error);
  if (!refusal) return undefined;
  if (refusal.domainCode === 'NETWORK_SLUG_TAKEN') return { field: 'slug', text: () => refusal.message };
  if (!refusal.field) return undefined;
  const [field = refusal.field] = refusal.field.split('.');
  const message = getRefusalText(error);
  return { field, text: (label) => getFieldError(label, { message }) ?? message };
}

/**
 * Focuses the first field or group with a problem, once the problem is rendered.
 * @param attempts grows with each attempt that the client rejects
 * @param error the server's refusal of the last attempt
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
  form?.querySelector<HTMLElement>(PROBLEMS)?.focus();
}

/** A `ref` that focuses an element when it appears, for example in place of the pressed button. */
export const focusNow = (element: HTMLElement | null): void => element?.focus();
