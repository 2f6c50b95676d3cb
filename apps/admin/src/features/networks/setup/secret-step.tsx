import { type NetworkPreset, networkCreateInput } from '@inaam/contracts/networks/networks';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { type FormEvent, useState } from 'react';
import { getFieldError } from '../../../app/errors.ts';
import { FormProblems } from '../../../forms/field-problems.tsx';
import { focusNow, getRefusedSetting } from '../form-errors.ts';
import { StepButtons } from './setup-page.tsx';

export const secretFields = ['secret', 'name', 'slug'] as const;
type SecretField = (typeof secretFields)[number];
const schemas = networkCreateInput.shape;

/** @returns the slug; if another network has this slug, the slug with the first free number: `cpalead-2` */
export function findFreeSlug(slug: string, taken: readonly string[]): string {
  if (!taken.includes(slug)) return slug;
  for (let n = 2; ; n++) if (!taken.includes(`${slug}-${n}`)) return `${slug}-${n}`;
}

/** Asks for the secret, the name and the slug of the network. */
export function SecretStep({
  preset,
  secret,
  name,
  slug,
  refusal,
  onChange,
  onBack,
  onNext,
}: {
  preset: NetworkPreset;
  secret: string;
  name: string;
  slug: string;
  /** The server's refusal of the last attempt to add the network. */
  refusal: unknown;
  onChange: (patch: Partial<Record<SecretField, string>>) => void;
  onBack: () => void;
  onNext: () => void;
}) {
  const isFromNetwork = preset.secret === 'pasted';
  const refused = getRefusedSetting(refusal);
  /** The number of attempts with a problem. The first one shows all problems that the server's schema finds. */
  const [attempts, setAttempts] = useState(0);
  const typed: Record<SecretField, string | undefined> = { name, slug, secret: secret.trim() || undefined };
  const findProblem = (field: SecretField): string | undefined => {
    if (field === 'secret' && isFromNetwork && typed.secret === undefined) return 'is required';
    return schemas[field].safeParse(typed[field]).error?.issues[0]?.message;
  };
  const problem = (field: SecretField, label: string) =>
    (attempts > 0 && getFieldError(label, { message: findProblem(field) })) ||
    (refused?.field === field ? refused.text(label) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secretFields.some((field) => findProblem(field) !== undefined)) setAttempts(attempts + 1);
    else onNext();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <FormProblems attempts={attempts} error={refusal} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          type="password"
          label={isFromNetwork ? preset.secret_name : `${preset.secret_name} (optional)`}
          hint={
            isFromNetwork
              ? 'Copy it from the network’s dashboard. It is never shown again.'
              : 'Leave it empty to generate one.'
          }
          autoComplete="off"
          spellCheck={false}
          // The pressed button disappeared with the previous step, so this field takes the focus.
          ref={focusNow}
          required={isFromNetwork}
          className="sm:col-span-2"
          value={secret}
          error={problem('secret', preset.secret_name)}
          onChange={(event) => onChange({ secret: event.target.value })}
        />
        <Field
          label="Name"
          required
          value={name}
          error={problem('name', 'Name')}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Field
          label="Slug"
          hint="The network’s short name in the postback URL."
          required
          spellCheck={false}
          inputClassName="font-mono"
          value={slug}
          error={problem('slug', 'Slug')}
          onChange={(event) => onChange({ slug: event.target.value })}
        />
      </div>
      <StepButtons>
        <Button className="mr-auto" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary">
          Next
        </Button>
      </StepButtons>
    </form>
  );
}
