import { parseMicros, payoutToPaise, toRupees } from '@inaam/contracts/common/money';
import type { FeedField, FeedPreview, FeedSettings, FeedValue } from '@inaam/contracts/networks/feed';
import { MAX_GOALS, MAX_STEP, MAX_STEPS, offerCreateInput } from '@inaam/contracts/offers/offers';

/** What an item says, in the offer's own terms. */
export type FeedItem = Record<FeedField, FeedValue>;

export interface ParsedFeed {
  /** By external id, in the feed's order. */
  items: Map<string, FeedItem>;
  errors: FeedPreview['errors'];
  listed: number;
}

/** What of a network decides how its list is read. */
interface Money {
  currency: string;
  rateMicros: bigint;
  /** Events are of use only where its calls name them. */
  params?: { goal_id: string | null };
}

/** The answer is not what the settings describe. */
export class FeedFormatError extends Error {}

const MAX_ITEMS = 5000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 4000;
const MAX_GOAL_NAME = 80;
/** Breaks of lines, and those that a network writes as markup. */
const LINE_ENDS = /\r?\n|<br ?\/?>|<\/(?:li|p)>/i;

/** Own properties alone: a path is data, and must not reach what every object inherits. */
function at(value: unknown, path: string): unknown {
  if (path === '') return value;
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Without what no column takes. */
const wordOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '').trim();
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

/** Characters that no database and no screen takes, and markup, out of what a network wrote for its own pages. */
const cleaned = (words: string, max: number): string =>
  words
    .toWellFormed()
    .replaceAll('\u0000', '')
    // A mark that is never closed is looked at once: the text may be millions of them.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    // The cut may fall within a character.
    .replace(/[\ud800-\udbff]$/, '');

/** What is to be done, one step a line: a list, or a text with lines of its own. What goes beyond is left out. */
function stepsOf(instructions: unknown): string {
  const given = Array.isArray(instructions) ? instructions.map(wordOf) : (wordOf(instructions) ?? '').split(LINE_ENDS);
  const steps = given.map((step) => cleaned(step ?? '', MAX_STEP)).filter(Boolean);
  return [...new Set(steps)].slice(0, MAX_STEPS).join('\n');
}

/** Between the parts of an event's line: its id, its name, its payout in rupees. */
export const GOAL_PARTS = ' · ';

/** Events that are paid for, one a line; '' where there is one alone, which is the completion itself. */
function goalsOf(
  events: unknown,
  fields: Pick<FeedSettings['fields'], 'event_id' | 'event_name' | 'event_payout'>,
  rateMicros: bigint,
): string {
  if (!Array.isArray(events) || fields.event_id === null) return '';
  const found = new Map<string, string>();
  for (const event of events) {
    const of = (path: string | null) => (path === null ? undefined : at(event, path));
    const id = wordOf(of(fields.event_id)) ?? '';
    const payout = of(fields.event_payout);
    const paise = payoutOf(payout, rateMicros);
    if (id === '' || id.length > 100 || id.includes(GOAL_PARTS) || /[\r\n]/.test(id) || paise === undefined) continue;
    const name = cleaned(wordOf(of(fields.event_name)) ?? '', MAX_GOAL_NAME)
      .replaceAll('·', '-')
      .trim();
    found.set(id.toLowerCase(), [id, name, payout === undefined ? '' : toRupees(paise)].join(GOAL_PARTS));
  }
  return found.size < 2 || found.size > MAX_GOALS ? '' : [...found.values()].join('\n');
}

/** An address that can be opened; null for anything else. */
function addressOf(value: unknown): string | null {
  const address = wordOf(value);
  return address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

/** `IN, US`; text that names several is kept in the same form. */
function countriesOf(value: unknown): string {
  const codeOf = (each: unknown) => wordOf(at(each, 'country_code') ?? at(each, 'code') ?? each);
  const all = Array.isArray(value) ? value.map(codeOf) : (wordOf(value) ?? '').split(/[\s,;|]+/);
  const named = all.filter((each) => each !== undefined && each !== '');
  return named.length === 0 ? 'ALL' : cleaned(named.join(', '), MAX_TITLE);
}

/**
 * Reads a feed's answer by its map.
 * @param money the network's currency and rate: an item in another currency cannot be counted
 * @throws FeedFormatError when there is no list where one should be
 */
export function parseFeed(body: unknown, settings: FeedSettings, money: Money): ParsedFeed {
  const list = at(body, settings.items);
  if (!Array.isArray(list)) {
    throw new FeedFormatError(`There is no list at ${settings.items === '' ? 'the top' : `“${settings.items}”`}`);
  }
  if (list.length > MAX_ITEMS) throw new FeedFormatError(`The list has more than ${MAX_ITEMS} items`);
  const items = new Map<string, FeedItem>();
  const errors: ParsedFeed['errors'] = [];
  for (const [index, raw] of list.entries()) {
    const externalId = wordOf(at(raw, settings.fields.external_id)) || null;
    const read = externalId === null ? `${settings.fields.external_id}: is required` : itemOf(raw, settings, money);
    const isTwice = externalId !== null && items.has(externalId);
    if (typeof read !== 'string' && externalId !== null && !isTwice && externalId.length <= 120) {
      items.set(externalId, read);
    } else {
      const problem = typeof read === 'string' ? read : isTwice ? 'is listed twice' : 'the id is too long';
      errors.push({ item: index + 1, external_id: externalId?.slice(0, 120) ?? null, problem });
    }
  }
  return { items, errors, listed: list.length };
}

/** @returns the item, or the problem with the name of the feed's field in front */
function itemOf(raw: unknown, { fields, ...settings }: FeedSettings, money: Money): FeedItem | string {
  const of = (path: string | null) => (path === null ? undefined : at(raw, path));
  const currency = wordOf(of(fields.currency))?.toUpperCase();
  if (currency && currency !== money.currency) {
    return `${fields.currency}: is in ${currency.slice(0, 10)}, and the network's currency is ${money.currency}`;
  }
  const paise = payoutOf(of(fields.payout), money.rateMicros);
  if (paise === undefined) return `${fields.payout}: must be a decimal number`;
  const title = cleaned(wordOf(of(fields.title)) ?? '', MAX_TITLE);
  const category = wordOf(of(fields.category))?.toLowerCase() ?? '';
  const model = wordOf(of(fields.model))?.toLowerCase() ?? '';
  const item = {
    title,
    description: cleaned(wordOf(of(fields.description)) ?? '', MAX_DESCRIPTION) || title,
    offer_url: wordOf(of(fields.url)) ?? '',
    preview_url: addressOf(of(fields.preview)),
    picture_url: addressOf(of(fields.picture)),
    steps: stepsOf(of(fields.instructions)),
    category: settings.category_map[category] ?? settings.default_category,
    model: settings.model_map[model] ?? settings.default_model,
    targeting: countriesOf(of(fields.countries)),
    reward_amount: toRupees(paise),
    goals: money.params?.goal_id ? goalsOf(of(fields.events), fields, money.rateMicros) : '',
  };
  // The form's own rules: what an admin could not type does not come in by a feed either.
  const checked = offerCreateInput.safeParse({ ...item, external_offer_id: 'any' });
  if (checked.success) return item;
  const [issue] = checked.error.issues;
  const field = String(issue?.path[0]);
  const theirs =
    { title: fields.title, offer_url: fields.url, preview_url: fields.preview, picture_url: fields.picture }[field] ??
    field;
  return `${theirs}: ${issue?.message ?? 'is not valid'}`;
}

/** @returns paise; undefined for what is no amount */
function payoutOf(payout: unknown, rateMicros: bigint): number | undefined {
  if (payout === undefined || payout === null || payout === '') return 0;
  const micros = parseMicros((wordOf(payout) ?? '').replace(/^[$€£₹]\s?/, ''));
  return micros === undefined || micros < 0n ? undefined : Number(payoutToPaise(micros, rateMicros));
}
