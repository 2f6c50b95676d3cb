import { parseMicros, payoutToPaise, toRupees } from '@inaam/contracts/common/money';
import type { FeedField, FeedPreview, FeedSettings, FeedValue } from '@inaam/contracts/networks/feed';
import { MAX_GOALS, MAX_STEP, MAX_STEPS, offerCreateInput } from '@inaam/contracts/offers/offers';
import { findUnknownPlaceholders, type LinkSettings } from '../../ledger/clicks/redirect-url.ts';

/** The values of an item, as offer fields. */
export type FeedItem = Record<FeedField, FeedValue>;

export interface ParsedFeed {
  /** By external id, in the feed's order. */
  items: Map<string, FeedItem>;
  errors: FeedPreview['errors'];
  listed: number;
}

/** The network settings that parsing needs. */
interface FeedNetwork {
  currency: string;
  rateMicros: bigint;
  /** `goal_id` is the goal parameter of postbacks. Without it, events are not read. */
  params?: { goal_id: string | null };
  /** The network's own macros in links. */
  linkMacros: LinkSettings['macros'];
}

/** Thrown if the response does not match the feed's settings. */
export class FeedFormatError extends Error {}

const MAX_ITEMS = 5000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 4000;
const MAX_GOAL_NAME = 80;
/** Line breaks, as text or markup. */
const LINE_ENDS = /\r?\n|<br ?\/?>|<\/(?:li|p)>/i;

/** Reads the value at a path. The path is a setting, so it must not reach inherited properties. */
function getPath(value: unknown, path: string): unknown {
  if (path === '') return value;
  let result = value;
  for (const name of path.split('.')) {
    if (typeof result !== 'object' || result === null || !Object.hasOwn(result, name)) return undefined;
    result = (result as Record<string, unknown>)[name];
  }
  return result;
}

/** Converts text or a number to text without characters that a column cannot store; undefined for other values. */
const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '').trim();
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
};

/** Removes markup and characters that cannot be stored. */
const cleanText = (words: string, max: number): string =>
  words
    .toWellFormed()
    .replaceAll('\u0000', '')
    // Each unclosed `<` is read only once; there may be millions.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, max)
    // Removes the first half of a surrogate pair if the cut separated the halves.
    .replace(/[\ud800-\udbff]$/, '');

/** Returns the steps, one per line, from a list or a text. Extra steps are dropped. */
function parseSteps(instructions: unknown): string {
  const texts = Array.isArray(instructions) ? instructions.map(toText) : (toText(instructions) ?? '').split(LINE_ENDS);
  const steps = texts.map((step) => cleanText(step ?? '', MAX_STEP)).filter(Boolean);
  return [...new Set(steps)].slice(0, MAX_STEPS).join('\n');
}

/** Separates the parts of an event's line: id, name, payout in rupees. */
export const GOAL_PARTS = ' · ';

/**
 * Returns the events with a valid ID and payout, one per line. Returns '' for more than MAX_GOALS events and for a
 * single event, which is the completion itself.
 */
function parseEvents(
  events: unknown,
  fields: Pick<FeedSettings['fields'], 'event_id' | 'event_name' | 'event_payout'>,
  rateMicros: bigint,
): string {
  if (!Array.isArray(events) || fields.event_id === null) return '';
  const result = new Map<string, string>();
  for (const event of events) {
    const get = (path: string | null) => (path === null ? undefined : getPath(event, path));
    const id = toText(get(fields.event_id)) ?? '';
    const payout = get(fields.event_payout);
    const paise = parsePayout(payout, rateMicros);
    if (id === '' || id.length > 100 || id.includes(GOAL_PARTS) || /[\r\n]/.test(id) || paise === undefined) continue;
    const name = cleanText(toText(get(fields.event_name)) ?? '', MAX_GOAL_NAME)
      .replaceAll('·', '-')
      .trim();
    result.set(id.toLowerCase(), [id, name, payout === undefined ? '' : toRupees(paise)].join(GOAL_PARTS));
  }
  return result.size < 2 || result.size > MAX_GOALS ? '' : [...result.values()].join('\n');
}

/** Returns an http or https URL; null for anything else. */
function parseUrl(value: unknown): string | null {
  const address = toText(value);
  return address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

/** Returns countries as `IN, US`; `ALL` if none is listed. */
function parseCountries(value: unknown): string {
  const getCode = (each: unknown) => toText(getPath(each, 'country_code') ?? getPath(each, 'code') ?? each);
  const all = Array.isArray(value) ? value.map(getCode) : (toText(value) ?? '').split(/[\s,;|]+/);
  const codes = all.filter((each) => each !== undefined && each !== '');
  return codes.length === 0 ? 'ALL' : cleanText(codes.join(', '), MAX_TITLE);
}

/**
 * Parses the response of a feed by its field map.
 * @param money the network's settings; an item in another currency is an error
 * @throws FeedFormatError if the list is missing or too long
 */
export function parseFeed(body: unknown, settings: FeedSettings, money: FeedNetwork): ParsedFeed {
  const list = getPath(body, settings.items);
  if (!Array.isArray(list)) {
    throw new FeedFormatError(`There is no list at ${settings.items === '' ? 'the top' : `“${settings.items}”`}`);
  }
  if (list.length > MAX_ITEMS) throw new FeedFormatError(`The list has more than ${MAX_ITEMS} items`);
  const items = new Map<string, FeedItem>();
  const errors: ParsedFeed['errors'] = [];
  for (const [index, raw] of list.entries()) {
    const externalId = toText(getPath(raw, settings.fields.external_id)) || null;
    const read = externalId === null ? `${settings.fields.external_id}: is required` : parseItem(raw, settings, money);
    const isRepeated = externalId !== null && items.has(externalId);
    if (typeof read !== 'string' && externalId !== null && !isRepeated && externalId.length <= 120) {
      items.set(externalId, read);
    } else {
      const problem = typeof read === 'string' ? read : isRepeated ? 'is listed twice' : 'the id is too long';
      errors.push({ item: index + 1, external_id: externalId?.slice(0, 120) ?? null, problem });
    }
  }
  return { items, errors, listed: list.length };
}

/** @returns the item, or the problem as text that starts with the name of the feed's field */
function parseItem(raw: unknown, { fields, ...settings }: FeedSettings, money: FeedNetwork): FeedItem | string {
  const get = (path: string | null) => (path === null ? undefined : getPath(raw, path));
  const currency = toText(get(fields.currency))?.toUpperCase();
  if (currency && currency !== money.currency) {
    return `${fields.currency}: is in ${currency.slice(0, 10)}, and the network's currency is ${money.currency}`;
  }
  const paise = parsePayout(get(fields.payout), money.rateMicros);
  if (paise === undefined) return `${fields.payout}: must be a decimal number`;
  const title = cleanText(toText(get(fields.title)) ?? '', MAX_TITLE);
  const category = toText(get(fields.category))?.toLowerCase() ?? '';
  const model = toText(get(fields.model))?.toLowerCase() ?? '';
  const item = {
    title,
    description: cleanText(toText(get(fields.description)) ?? '', MAX_DESCRIPTION) || title,
    offer_url: toText(get(fields.url)) ?? '',
    preview_url: parseUrl(get(fields.preview)),
    picture_url: parseUrl(get(fields.picture)),
    steps: parseSteps(get(fields.instructions)),
    category: settings.category_map[category] ?? settings.default_category,
    model: settings.model_map[model] ?? settings.default_model,
    targeting: parseCountries(get(fields.countries)),
    reward_amount: toRupees(paise),
    goals: money.params?.goal_id ? parseEvents(get(fields.events), fields, money.rateMicros) : '',
  };
  // The rules of the offer form apply to feeds, too.
  const checked = offerCreateInput.safeParse({ ...item, external_offer_id: 'any' });
  if (checked.success) return findPlaceholderProblem(item.offer_url, fields.url, money) ?? item;
  const [issue] = checked.error.issues;
  const field = String(issue?.path[0]);
  const feedFieldName =
    { title: fields.title, offer_url: fields.url, preview_url: fields.preview, picture_url: fields.picture }[field] ??
    field;
  return `${feedFieldName}: ${issue?.message ?? 'is not valid'}`;
}

/**
 * Finds placeholders that we do not fill in. A click through a URL with such a placeholder never converts.
 * @param field the feed's field that contains the URL
 */
function findPlaceholderProblem(url: string, field: string, { linkMacros }: FeedNetwork): string | undefined {
  const unknown = [...new Set(findUnknownPlaceholders(url, linkMacros))];
  if (unknown.length === 0) return undefined;
  const [names, verb] = [unknown.join(' and ').slice(0, 200), unknown.length === 1 ? 'is' : 'are'];
  return `${field}: contains ${names}, which ${verb} not filled in: add a custom macro to the network's links`;
}

/** @returns paise; 0 without an amount, undefined for an invalid amount */
function parsePayout(payout: unknown, rateMicros: bigint): number | undefined {
  if (payout === undefined || payout === null || payout === '') return 0;
  const micros = parseMicros((toText(payout) ?? '').replace(/^[$€£₹]\s?/, ''));
  return micros === undefined || micros < 0n ? undefined : Number(payoutToPaise(micros, rateMicros));
}
