import { errorText, refusalOf } from '../../app/errors.ts';
import { fieldProblem } from '../../app/field-problem.ts';

/** A refusal that is about one setting: the setting, and what is wrong as a sentence that begins with its label. */
export interface FieldRefusal {
  field: string;
  text: (label: string) => string;
}

/** @returns undefined where the error is about no field */
export function fieldRefusal(error: unknown): FieldRefusal | undefined {
  const refusal = refusalOf(error);
  if (!refusal) return undefined;
  if (refusal.domainCode === 'NETWORK_SLUG_TAKEN') return { field: 'slug', text: () => refusal.message };
  if (!refusal.field) return undefined;
  const [field = refusal.field] = refusal.field.split('.');
  const message = errorText(error, 'is not valid').replace(/^[\w.]+: /, '');
  return { field, text: (label) => fieldProblem(label, { message }) ?? message };
}
