import type { FeedSettings, FeedView } from '@inaam/contracts/networks/feed';
import { categories, models } from '@inaam/contracts/offers/offers';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Textarea } from '@inaam/ui/textarea';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { getErrorText, getFieldError, getServerError } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { FormProblems, getRefusalText } from '../../../forms/field-problems.tsx';
import { useFormGuard } from '../../../forms/use-form-guard.tsx';
import { Banner } from '../../../page/banner.tsx';
import { Section } from '../../../page/section.tsx';
import { type FeedDraft, type FeedProblems, fieldNames, readDraft, toFeedDraft } from './feed-draft.ts';

const intervalLabels: Record<string, string> = {
  '': 'Manually only',
  '30': 'Every 30 minutes',
  '60': 'Every hour',
  '360': 'Every 6 hours',
  '1440': 'Every day',
};

const authOptions: { value: FeedDraft['auth']; label: string }[] = [
  { value: 'none', label: 'Not sent' },
  { value: 'bearer', label: 'Authorization: Bearer' },
  { value: 'header', label: 'In a header' },
  { value: 'query', label: 'In a parameter' },
];

function secretHint({ secret_hint, is_secret_lost }: FeedView): string {
  if (is_secret_lost) return 'It cannot be decrypted: enter it again.';
  return secret_hint ? `Currently ${secret_hint}. Leave the field empty to keep it.` : 'The network issues it.';
}

const shownKeys: ReadonlySet<string> = new Set([
  'url',
  'items',
  'auth_name',
  'query',
  'category_map',
  'model_map',
  'secret',
  ...fieldNames.map(({ name }) => `fields.${name}`),
]);

/** The form field that the server refused; undefined if the error concerns no field. */
function getRefusedKey(error: unknown): string | undefined {
  const [part, name] =
    getServerError(error)
      ?.field?.replace(/^settings\./, '')
      .split('.') ?? [];
  const key = part === 'fields' ? `fields.${name}` : part === 'auth' ? 'auth_name' : part;
  return key !== undefined && shownKeys.has(key) ? key : undefined;
}

/** The feed's URL and mapping. A draft keeps unsaved values, except the secret. */
export function FeedForm({
  networkId,
  feed,
  initialSettings,
  onDone,
  onCancel,
}: {
  networkId: number;
  feed: FeedView;
  initialSettings: FeedSettings;
  onDone: () => void;
  onCancel?: () => void;
}) {
  const utils = trpc.useUtils();
  const [draft, setDraft] = useState(() => toFeedDraft(initialSettings));
  const [secret, setSecret] = useState('');
  const [problems, setProblems] = useState<FeedProblems>({});
  const [attempts, setAttempts] = useState(0);
  // Secrets are never stored in a draft.
  const values = { draft, hasSecret: secret !== '' };
  const [base] = useState({ values });
  const guard = useFormGuard<typeof values>({
    name: `feed-${networkId}`,
    base,
    values,
    restore: (typed) => setDraft(typed.draft),
    ...(onCancel && { onClose: onCancel }),
  });
  const save = trpc.admin.networks.feed.save.useMutation({
    onSuccess: async () => {
      toast.success('Feed settings saved');
      await utils.admin.networks.feed.invalidate();
      guard.finish();
      onDone();
    },
  });
  const set = (patch: Partial<FeedDraft>) => {
    setDraft({ ...draft, ...patch });
    setProblems({});
    if (save.error) save.reset();
  };
  const refused = getRefusedKey(save.error);
  const problem = (key: string, label: string) => {
    const message = problems[key] ?? (refused === key ? getRefusalText(save.error) : undefined);
    return message === undefined ? undefined : getFieldError(label, { message });
  };
  const text = (key: 'url' | 'items' | 'auth_name', label: string, hint?: string) => (
    <Field
      label={label}
      {...(hint && { hint })}
      spellCheck={false}
      value={draft[key]}
      error={problem(key, label)}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
  const lines = (key: 'query' | 'category_map' | 'model_map', label: string, hint: string) => (
    <Textarea
      label={label}
      hint={hint}
      rows={4}
      spellCheck={false}
      inputClassName="font-mono"
      value={draft[key]}
      error={problem(key, label)}
      onChange={(event) => set({ [key]: event.target.value })}
    />
  );
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = readDraft(draft);
        if ('problems' in parsed) {
          setProblems(parsed.problems);
          setAttempts(attempts + 1);
        } else save.mutate({ network_id: networkId, settings: parsed.settings, ...(secret !== '' && { secret }) });
      }}
    >
      {guard.restored}
      {guard.question}
      <FormProblems attempts={attempts} error={save.error} />
      {save.error && refused === undefined && (
        <Banner tone="error" title="The feed settings were not saved" onDismiss={save.reset}>
          {getErrorText(save.error, 'Please try again.')}
        </Banner>
      )}
      <Section
        title="Source"
        action={
          <Select
            label="Start from"
            hideLabel
            value=""
            onChange={(event) => {
              const preset = feed.presets.find(({ id }) => id === event.target.value);
              if (preset) set(toFeedDraft(preset.settings));
            }}
          >
            <option value="">Start from a preset</option>
            {feed.presets.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        }
      >
        <div className="grid gap-4 md:grid-cols-2">
          {text('url', 'URL', 'Starts with https, without a secret.')}
          {text('items', 'List', 'Path of the list, e.g. data.offers. Leave it empty if the response is the list.')}
          <Select
            label="Secret sent as"
            value={draft.auth}
            onChange={(event) => set({ auth: event.target.value as FeedDraft['auth'] })}
          >
            {authOptions.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          {(draft.auth === 'header' || draft.auth === 'query') && text('auth_name', 'Name')}
          {draft.auth !== 'none' && (
            <Field
              label="Secret"
              type="password"
              autoComplete="off"
              hint={secretHint(feed)}
              value={secret}
              error={problem('secret', 'Secret')}
              onChange={(event) => {
                setSecret(event.target.value);
                if (save.error) save.reset();
              }}
            />
          )}
          {lines(
            'query',
            'Extra parameters',
            'One parameter per line, e.g. ip = 49.36.0.1. Some networks require ip and user_agent.',
          )}
        </div>
      </Section>
      <Section
        title="Field names"
        note="Paths with dots, e.g. previews.0.url. Leave a field empty if the list has no such value."
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {fieldNames.map(({ name, label, required }) => (
            <Field
              key={name}
              label={required ? label : `${label} (optional)`}
              spellCheck={false}
              inputClassName="font-mono"
              value={draft.fields[name]}
              error={problem(`fields.${name}`, label)}
              onChange={(event) => set({ fields: { ...draft.fields, [name]: event.target.value } })}
            />
          ))}
        </div>
      </Section>
      <Section title="Values">
        <div className="grid gap-4 md:grid-cols-2">
          {lines('category_map', 'Categories', `One per line: the network’s value = ${categories.join(', ')}`)}
          {lines('model_map', 'Models', `One per line: the network’s value = ${models.join(', ')}`)}
          <Select
            label="Default category"
            value={draft.default_category}
            onChange={(event) => set({ default_category: event.target.value as FeedDraft['default_category'] })}
          >
            {categories.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
          <Select
            label="Default model"
            value={draft.default_model}
            onChange={(event) => set({ default_model: event.target.value as FeedDraft['default_model'] })}
          >
            {models.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </div>
      </Section>
      <Section title="Automatic checks" note="Differences are applied automatically, or wait for an admin.">
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label="Check interval"
            value={draft.intervalMinutes}
            onChange={(event) => set({ intervalMinutes: event.target.value })}
          >
            {[...new Set([...Object.keys(intervalLabels), draft.intervalMinutes])].map((minutes) => (
              <option key={minutes} value={minutes}>
                {intervalLabels[minutes] ?? `Every ${minutes} minutes`}
              </option>
            ))}
          </Select>
          {draft.intervalMinutes !== '' && (
            <Select
              label="Apply automatically"
              hint="An offer that is no longer listed accepts no more clicks."
              value={draft.apply}
              onChange={(event) => set({ apply: event.target.value as FeedDraft['apply'] })}
            >
              <option value="ask">Nothing: an admin applies differences</option>
              <option value="changes">Changes of imported offers</option>
              <option value="all">Changes, and new offers (inactive)</option>
            </Select>
          )}
        </div>
      </Section>
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button onClick={guard.close} disabled={save.isPending}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
          Save feed settings
        </Button>
      </div>
    </form>
  );
}
