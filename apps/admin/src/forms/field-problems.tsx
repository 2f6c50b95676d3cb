import { formatPlural } from '@inaam/contracts/common/format';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getFieldError, getServerError } from '../app/errors.ts';
import { Banner } from '../page/banner.tsx';

/** The server's refusal of a field, without the field's name in the schema. */
export const getRefusalText = (error: unknown): string =>
  (getServerError(error)?.message ?? 'is not valid').replace(/^[\w.]+: /, '');

/**
 * The field that the server refused, with a sentence that begins with the field's label.
 * @param labels labels by the field's name in the schema
 * @returns undefined if the error concerns no field of the form
 */
export function getRefusedField<Field extends string>(
  error: unknown,
  labels: Readonly<Record<Field, string>>,
): { field: Field; message: string } | undefined {
  const path = getServerError(error)?.field;
  const field = Object.keys(labels).find((each) => each === path?.split('.')[0]) as Field | undefined;
  if (!field) return undefined;
  const message = getRefusalText(error);
  return { field, message: getFieldError(labels[field], { message }) ?? message };
}

/** Selects fields with a problem, and messages about groups of fields. */
export const PROBLEMS = '[aria-invalid="true"], [data-problem]';
const BOXES = 'form, [role="alertdialog"]';

/**
 * Shows above a form how many fields have a problem, and focuses the first such field after each attempt to save.
 * Counts the problems in the DOM, so that a form cannot forget a field.
 * @param props.attempts the number of attempts to save so far
 * @param props.error the server's refusal of the last attempt
 */
export function FormProblems({ attempts, error }: { attempts: number; error?: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const countProblems = useEffectEvent(() =>
    setCount(place.current?.closest(BOXES)?.querySelectorAll(PROBLEMS).length ?? 0),
  );
  // The browser scrolls to the field that gets the focus.
  const focusFirst = useEffectEvent(() => place.current?.closest(BOXES)?.querySelector<HTMLElement>(PROBLEMS)?.focus());
  useEffect(() => {
    const box = place.current?.closest(BOXES);
    if (!box) return;
    // If the server refused a field of an earlier step, that step opens with the problem already shown.
    countProblems();
    const observer = new MutationObserver(() => countProblems());
    observer.observe(box, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (attempts > 0) focusFirst();
  }, [attempts]);
  useEffect(() => {
    if (error) focusFirst();
  }, [error]);
  const wasSubmitted = attempts > 0 || !!error;
  return (
    <div ref={place} className="contents">
      {wasSubmitted && count > 0 && (
        <Banner key={attempts} tone="error" title={`${formatPlural(count, 'field')} to correct`} />
      )}
    </div>
  );
}
