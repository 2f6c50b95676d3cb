import { type FeedFieldMap, type FeedSettings, feedSettings } from '@inaam/contracts/networks/feed';

/** The feed's settings as typed: maps and parameters as lines of `name = value`. */
export interface FeedDraft {
  url: string;
  items: string;
  fields: Record<keyof FeedFieldMap, string>;
  category_map: string;
  default_category: FeedSettings['default_category'];
  model_map: string;
  default_model: FeedSettings['default_model'];
  auth: FeedSettings['auth']['kind'];
  auth_name: string;
  query: string;
  /** Minutes between two fetches; '' for a feed that admins fetch by hand. */
  intervalMinutes: string;
  apply: NonNullable<FeedSettings['schedule']>['apply'];
}

export const fieldNames: { name: keyof FeedFieldMap; label: string; required: boolean }[] = [
  { name: 'external_id', label: 'Offer ID', required: true },
  { name: 'title', label: 'Title', required: true },
  { name: 'url', label: 'Link', required: true },
  { name: 'description', label: 'Description', required: false },
  { name: 'payout', label: 'Payout', required: false },
  { name: 'currency', label: 'Currency', required: false },
  { name: 'category', label: 'Category', required: false },
  { name: 'model', label: 'Model', required: false },
  { name: 'countries', label: 'Countries', required: false },
  { name: 'preview', label: 'Preview', required: false },
  { name: 'picture', label: 'Picture', required: false },
  { name: 'instructions', label: 'Steps', required: false },
  { name: 'events', label: 'Events', required: false },
  { name: 'event_id', label: 'Event ID', required: false },
  { name: 'event_name', label: 'Event name', required: false },
  { name: 'event_payout', label: 'Event payout', required: false },
];

const toLines = (map: Record<string, string | undefined>): string =>
  Object.entries(map)
    .map(([name, value]) => `${name} = ${value ?? ''}`)
    .join('\n');

const fromLines = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const separatorIndex = line.indexOf('=');
        return separatorIndex < 0
          ? [line.trim(), '']
          : [line.slice(0, separatorIndex).trim(), line.slice(separatorIndex + 1).trim()];
      }),
  );

export const toFeedDraft = (settings: FeedSettings): FeedDraft => ({
  url: settings.url,
  items: settings.items,
  fields: Object.fromEntries(fieldNames.map(({ name }) => [name, settings.fields[name] ?? ''])) as FeedDraft['fields'],
  category_map: toLines(settings.category_map),
  default_category: settings.default_category,
  model_map: toLines(settings.model_map),
  default_model: settings.default_model,
  auth: settings.auth.kind,
  auth_name: 'name' in settings.auth ? settings.auth.name : '',
  query: toLines(settings.query),
  intervalMinutes: settings.schedule ? String(settings.schedule.every_minutes) : '',
  apply: settings.schedule?.apply ?? 'ask',
});

export type FeedProblems = Partial<Record<string, string>>;

/** Parses the draft into settings, or returns the draft's problems by field: `url`, `fields.title`, `category_map`. */
export function readDraft(draft: FeedDraft): { settings: FeedSettings } | { problems: FeedProblems } {
  const { auth, auth_name, intervalMinutes, apply, ...rest } = draft;
  const typed = {
    ...rest,
    fields: Object.fromEntries(
      fieldNames.map(({ name, required }) => [name, draft.fields[name].trim() || (required ? '' : null)]),
    ),
    category_map: fromLines(draft.category_map),
    model_map: fromLines(draft.model_map),
    query: fromLines(draft.query),
    auth: auth === 'header' || auth === 'query' ? { kind: auth, name: auth_name } : { kind: auth },
    schedule: intervalMinutes === '' ? null : { every_minutes: intervalMinutes, apply },
  } satisfies Record<keyof FeedSettings, unknown>;
  const parsed = feedSettings.safeParse(typed);
  if (parsed.success) return { settings: parsed.data };
  const problems: FeedProblems = {};
  for (const { path, message } of parsed.error.issues) {
    const [part, name] = path.map(String);
    const key = part === 'fields' ? `fields.${name}` : part === 'auth' ? 'auth_name' : String(part);
    const isLine = part === 'category_map' || part === 'model_map' || part === 'query';
    problems[key] ??= isLine && name !== undefined ? `${name}: ${message}` : message;
  }
  return { problems };
}
