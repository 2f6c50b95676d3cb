import { type NetworkPreset, networkCreateInput } from '@inaam/contracts/networks/networks';
import { Field } from '@inaam/ui/field';
import { type FormEvent, useRef, useState } from 'react';
import { getErrorText, getFieldError, getServerError } from '../../app/errors.ts';
import type { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { focusNow, getRefusedField, useFocusProblem } from './form-errors.ts';

const formFields = ['secret', 'name', 'slug'] as const;
type FormField = (typeof formFields)[number];
const rules = networkCreateInput.shape;

/** @returns the slug, or the first free one after it: `cpalead-2` */
export function freeSlug(slug: string, taken: readonly string[]): string {
  if (!taken.includes(slug)) return slug;
  for (let n = 2; ; n++) if (!taken.includes(`${slug}-${n}`)) return `${slug}-${n}`;
}

/** The settings that a preset leaves open. */
export function NetworkForm({
  id,
  preset,
  taken,
  creating,
  onTyped,
}: {
  id: string;
  preset: NetworkPreset;
  /** Existing slugs. */
  taken: readonly string[];
  creating: ReturnType<typeof trpc.admin.networks.create.useMutation>;
  /** Called with whether anything was typed. */
  onTyped: (isTyped: boolean) => void;
}) {
  const [secret, setSecret] = useState('');
  const [name, setName] = useState(preset.settings.name);
  const [slug, setSlug] = useState(freeSlug(preset.settings.slug, taken));
  const isFromNetwork = preset.secret === 'pasted';
  const refused = getRefusedField(creating.error);
  /** Problems show from the first attempt on: all at once, by the server's schema. */
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusProblem(form, attempts, creating.error);
  const typed: Record<FormField, string | undefined> = { name, slug, secret: secret.trim() || undefined };
  const own = (field: FormField): string | undefined => {
    if (field === 'secret' && isFromNetwork && typed.secret === undefined) return 'is required';
    return rules[field].safeParse(typed[field]).error?.issues[0]?.message;
  };
  const problem = (field: FormField, label: string) =>
    (attempts > 0 && getFieldError(label, { message: own(field) })) ||
    (refused?.field === field ? refused.text(label) : undefined);
  const changing = () => {
    onTyped(true);
    if (creating.error) creating.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creating.isPending) return;
    if (formFields.some((field) => own(field) !== undefined)) setAttempts(attempts + 1);
    else creating.mutate({ preset: preset.id, name, slug, ...(typed.secret && { secret: typed.secret }) });
  };
  return (
    <form ref={form} id={id} noValidate className="grid gap-4 sm:grid-cols-2 [&_input]:scroll-mt-12" onSubmit={submit}>
      {creating.error &&
        !formFields.some((field) => field === (getServerError(creating.error)?.field ?? refused?.field)) && (
          <Banner tone="error" title="The network was not added" onDismiss={creating.reset} className="sm:col-span-2">
            {getErrorText(creating.error, 'Please try again.')}
          </Banner>
        )}
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
        // The pressed button is gone with the list of presets.
        ref={focusNow}
        required={isFromNetwork}
        className="sm:col-span-2"
        value={secret}
        error={problem('secret', preset.secret_name)}
        onChange={(event) => {
          setSecret(event.target.value);
          changing();
        }}
      />
      <Field
        label="Name"
        required
        value={name}
        error={problem('name', 'Name')}
        onChange={(event) => {
          setName(event.target.value);
          changing();
        }}
      />
      <Field
        label="Slug"
        hint="The network’s short name in the postback URL."
        required
        spellCheck={false}
        inputClassName="font-mono"
        value={slug}
        error={problem('slug', 'Slug')}
        onChange={(event) => {
          setSlug(event.target.value);
          changing();
        }}
      />
    </form>
  );
}
