import { formatPlural } from '@inaam/contracts/common/format';
import { getErrorText, getFieldError, getServerError } from '../app/errors.ts';
import { Banner } from '../page/banner.tsx';

/**
 * The field that the server refused, with a sentence that begins with the field's label.
 * @param labels by field, as the schema spells it
 * @returns undefined where the error concerns no field of the form
 */
export function getRefusedField<Field extends string>(
  error: unknown,
  labels: Readonly<Record<Field, string>>,
): { field: Field; message: string } | undefined {
  const path = getServerError(error)?.field;
  const field = Object.keys(labels).find((each) => each === path?.split('.')[0]) as Field | undefined;
  if (!field) return undefined;
  const message = getErrorText(error, 'is not valid').replace(/^[\w.]+: /, '');
  return { field, message: getFieldError(labels[field], { message }) ?? message };
}

/** Says how many fields have a problem; each shows its own. */
export const ProblemCount = ({ count }: { count: number }) =>
  count > 0 && <Banner tone="error" title={`${formatPlural(count, 'field')} to correct`} />;
