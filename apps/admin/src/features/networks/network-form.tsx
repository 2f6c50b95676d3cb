import type { NetworkPreset } from '@inaam/contracts/networks';
import { Banner } from '@inaam/ui/banner';
import { Field } from '@inaam/ui/field';
import { type FormEvent, useState } from 'react';
import { errorText, refusalOf } from '../../app/errors.ts';
import type { trpc } from '../../app/trpc.ts';
import { fieldRefusal } from './field-refusal.ts';

const asked = ['secret', 'name', 'slug'];

/** @returns the slug, or the first free one after it: `cpalead-2` */
export function freeSlug(slug: string, taken: readonly string[]): string {
  if (!taken.includes(slug)) return slug;
  for (let n = 2; ; n++) if (!taken.includes(`${slug}-${n}`)) return `${slug}-${n}`;
}

/** All that a preset leaves to be asked. */
export function NetworkForm({
  id,
  preset,
  taken,
  creating,
}: {
  id: string;
  preset: NetworkPreset;
  /** Slugs that there are already. */
  taken: readonly string[];
  creating: ReturnType<typeof trpc.admin.networks.create.useMutation>;
}) {
  const [secret, setSecret] = useState('');
  const [name, setName] = useState(preset.settings.name);
  const [slug, setSlug] = useState(freeSlug(preset.settings.slug, taken));
  const theirs = preset.secret === 'theirs';
  const refused = fieldRefusal(creating.error);
  const problem = (field: string, label: string) => (refused?.field === field ? refused.text(label) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creating.isPending) return;
    creating.mutate({ preset: preset.id, name, slug, ...(secret.trim() && { secret: secret.trim() }) });
  };
  return (
    <form id={id} noValidate className="grid gap-4 sm:grid-cols-2" onSubmit={submit}>
      {creating.error && !asked.includes(refusalOf(creating.error)?.field ?? refused?.field ?? '') && (
        <Banner tone="error" title="The network was not added" onDismiss={creating.reset} className="sm:col-span-2">
          {errorText(creating.error, 'Please try again.')}
        </Banner>
      )}
      <Field
        type="password"
        label={theirs ? preset.secret_name : `${preset.secret_name} (optional)`}
        hint={
          theirs
            ? 'Copy it from the network’s dashboard. It is never shown again.'
            : 'Leave it empty and one is drawn for you.'
        }
        autoComplete="off"
        spellCheck={false}
        required={theirs}
        className="sm:col-span-2"
        value={secret}
        error={problem('secret', preset.secret_name)}
        onChange={(event) => setSecret(event.target.value)}
      />
      <Field
        label="Name"
        required
        value={name}
        error={problem('name', 'Name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Slug"
        hint="Part of the postback URL."
        required
        spellCheck={false}
        inputClassName="font-mono"
        value={slug}
        error={problem('slug', 'Slug')}
        onChange={(event) => setSlug(event.target.value)}
      />
    </form>
  );
}
