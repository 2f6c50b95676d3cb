import {
  type NetworkSettings,
  type NetworkView,
  type networkChanges,
  networkSettings,
  type PostbackKind,
  type Reply,
  type ReplyClass,
  replyClasses,
  type StatusRule,
} from '@inaam/contracts/networks/networks';
import type { Digest, Signing } from '@inaam/contracts/networks/signing';
import type { z } from 'zod';

/** A network's settings as typed, and their conversion to the procedure's input. */

/** A line of an editor; `id` identifies it while it is edited. */
export interface Pair {
  id: number;
  key: string;
  value: string;
}
export type Condition = StatusRule['when'][number];
export interface RuleDraft {
  id: number;
  kind: PostbackKind;
  when: (Condition & { id: number })[];
}
export interface ReplyDraft {
  /** False: the network receives the default replies. */
  own: boolean;
  status: string;
  body: string;
  type: Reply['type'];
}
export interface SigningDraft {
  kind: Signing['kind'];
  in: 'param' | 'header';
  name: string;
  algorithm: Digest;
  template: string;
  fields: 'raw' | 'decoded';
  encoding: 'hex' | 'base64' | 'base64url';
  over: 'url' | 'query' | 'sorted_query' | 'body' | 'template';
  rewrite: 'as_received' | 'form' | 'rfc3986';
  keys_url: string;
  key_param: string;
}
/** `on: false` leaves links unsigned. */
export interface LinkSigningDraft {
  on: boolean;
  kind: 'hash' | 'hmac';
  algorithm: Digest;
  over: 'template' | 'url';
  template: string;
  name: string;
  encoding: 'hex' | 'base64' | 'base64url';
}
/** A currency’s rate from a day on, as typed. */
export interface RateDraft {
  id: number;
  currency: string;
  from: string;
  rate: string;
}

type Typed = 'signed_url' | 'currency' | 'postback_query' | 'slug' | 'name' | 'click_param';
export interface Draft extends Record<Typed, string> {
  is_active: boolean;
  link_params: Pair[];
  link_macros: Pair[];
  link_signing: LinkSigningDraft;
  rates: RateDraft[];
  /** The parameter with the time of a call, empty for none; the tolerance is in minutes. */
  timestamp_param: string;
  timestamp_minutes: string;
  params: Record<keyof NetworkSettings['params'], string>;
  params_in: NetworkSettings['params_in'];
  status_map: Pair[];
  status_rules: RuleDraft[];
  signing: SigningDraft;
  /** One a line. */
  source_addresses: string;
  source_mode: NetworkSettings['source_mode'];
  rate: string;
  replies: Record<ReplyClass, ReplyDraft>;
  hold_hours: string;
  /** Empty for no limit. */
  window_days: string;
  /** Rupees; empty for no limit. */
  payout_ceiling: string;
  payout_ratio: string;
}

/** The procedure's input; numbers may still be text, which the schema parses. */
export type Changes = z.input<typeof networkChanges>;
export type Setting = keyof NetworkSettings;

let lines = 0;
/** A unique id for a line. */
export const lineId = (): number => {
  lines += 1;
  return lines;
};

const pairs = (record: Record<string, string>): Pair[] =>
  Object.entries(record).map(([key, value]) => ({ id: lineId(), key, value }));

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const over = (seconds: number | null, unit: number): string => (seconds === null ? '' : String(seconds / unit));
/** Converts to seconds. Text that is no number stays as typed, for the schema to reject. */
const seconds = (typed: string, unit: number): number | string => {
  const value = Number(typed);
  return typed.trim() === '' || Number.isNaN(value) ? typed : Math.round(value * unit);
};

export const emptySigning: SigningDraft = {
  kind: 'path_secret',
  in: 'param',
  name: '',
  algorithm: 'sha256',
  template: '',
  fields: 'decoded',
  encoding: 'hex',
  over: 'url',
  rewrite: 'as_received',
  keys_url: '',
  key_param: 'key_id',
};

const noLinkSigning: LinkSigningDraft = {
  on: false,
  kind: 'hash',
  algorithm: 'md5',
  over: 'template',
  template: '{user_id}-{secret}',
  name: '',
  encoding: 'hex',
};

/** Drops undefined properties. */
const withoutUndefined = <T extends object>(from: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** The form's initial values. */
export function toDraft(network: NetworkView): Draft {
  const { replies, params, hold_seconds, click_window_seconds, payout_ceiling: ceiling } = network;
  const reply = (name: ReplyClass): ReplyDraft => {
    const own = replies[name];
    if (!own) return { own: false, status: '200', body: '', type: 'text/plain' };
    return { own: true, ...own, status: String(own.status) };
  };
  return {
    slug: network.slug,
    name: network.name,
    is_active: network.is_active,
    click_param: network.click_param,
    link_params: pairs(network.link_params),
    link_macros: pairs(network.link_macros),
    link_signing: network.link_signing ? { on: true, ...network.link_signing } : noLinkSigning,
    rates: network.rates.map(({ currency, from, rate }) => ({ id: lineId(), currency, from, rate: String(rate) })),
    timestamp_param: network.timestamp?.param ?? '',
    timestamp_minutes: over(network.timestamp?.tolerance_seconds ?? 600, MINUTE),
    params: {
      click_id: params.click_id,
      transaction_id: params.transaction_id ?? '',
      payout: params.payout ?? '',
      currency: params.currency ?? '',
      status: params.status ?? '',
      goal_id: params.goal_id ?? '',
      parent_id: params.parent_id ?? '',
    },
    params_in: network.params_in,
    status_map: pairs(network.status_map),
    status_rules: network.status_rules.map(({ kind, when }) => ({
      id: lineId(),
      kind,
      when: when.map((condition) => ({ id: lineId(), ...condition })),
    })),
    signing: { ...emptySigning, ...withoutUndefined(network.signing) },
    signed_url: network.signed_url ?? '',
    source_addresses: network.source_addresses.join('\n'),
    source_mode: network.source_mode,
    currency: network.currency,
    rate: String(network.rate),
    replies: Object.fromEntries(replyClasses.map((name) => [name, reply(name)])) as Draft['replies'],
    hold_hours: over(hold_seconds, HOUR),
    window_days: over(click_window_seconds, DAY),
    payout_ceiling: ceiling === null ? '' : String(ceiling),
    payout_ratio: String(network.payout_ratio),
    postback_query: network.postback_query,
  };
}

const toRecord = (rows: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ key, value }) => [key.trim(), value]));
const orNull = (typed: string): string | null => typed.trim() || null;

function toSigning(draft: SigningDraft) {
  const { kind, name, algorithm, template, fields, encoding, over: signed, rewrite } = draft;
  const shown = { in: draft.in, name };
  if (kind === 'path_secret') return { kind };
  if (kind === 'token') return { kind, ...shown };
  if (kind === 'hash') return { kind, algorithm, template, fields, ...shown, encoding };
  if (kind === 'ecdsa') return { kind, keys_url: draft.keys_url, name, key_param: draft.key_param, encoding };
  const chosen = signed === 'template' ? { template, fields } : {};
  return { kind, algorithm, over: signed, rewrite, ...chosen, ...shown, encoding };
}

function toLinkSigning({ on, kind, algorithm, over: signed, template, name, encoding }: LinkSigningDraft) {
  return on ? { kind, algorithm, over: signed, template: signed === 'url' ? '' : template, name, encoding } : null;
}

/** The draft's settings, not validated. */
export function toSettings(draft: Draft): Required<Changes> {
  const { hold_hours, window_days, payout_ceiling, source_addresses, signed_url, params, replies, ...more } = draft;
  const { timestamp_param, timestamp_minutes, link_signing, rates, ...rest } = more;
  const settings = {
    ...rest,
    link_params: toRecord(draft.link_params),
    link_macros: toRecord(draft.link_macros),
    status_map: Object.fromEntries(Object.entries(toRecord(draft.status_map)).map(([k, v]) => [k.toLowerCase(), v])),
    status_rules: draft.status_rules.map(({ kind, when }) => ({
      when: when.map(({ param, test, value }) => ({ param, test, value })),
      kind,
    })),
    params: {
      click_id: params.click_id,
      transaction_id: orNull(params.transaction_id),
      payout: orNull(params.payout),
      currency: orNull(params.currency),
      status: orNull(params.status),
      goal_id: orNull(params.goal_id),
      parent_id: orNull(params.parent_id),
    },
    link_signing: toLinkSigning(link_signing),
    rates: rates.map(({ currency, from, rate }) => ({ currency, from, rate })),
    timestamp:
      timestamp_param.trim() === ''
        ? null
        : { param: timestamp_param, tolerance_seconds: seconds(timestamp_minutes, MINUTE) },
    signing: toSigning(draft.signing),
    signed_url: orNull(signed_url),
    source_addresses: source_addresses.split(/[\s,]+/).filter((line) => line !== ''),
    replies: Object.fromEntries(
      replyClasses
        .filter((name) => replies[name].own)
        .map((name) => [name, { status: replies[name].status, body: replies[name].body, type: replies[name].type }]),
    ),
    hold_seconds: seconds(hold_hours, HOUR),
    click_window_seconds: window_days.trim() === '' ? null : seconds(window_days, DAY),
    payout_ceiling: orNull(payout_ceiling),
  } satisfies Record<Setting, unknown>;
  // Freely typed parts are checked against the schema in `validateDraft`.
  return settings as Required<Changes>;
}

/** JSON with sorted keys, to compare values. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The settings that differ from the saved ones. */
export const diffDraft = (draft: Draft, network: NetworkView): Changes => diffDrafts(draft, toDraft(network));

/** The settings that differ between two drafts. */
export function diffDrafts(draft: Draft, before: Draft): Changes {
  const [now, saved] = [toSettings(draft), toSettings(before)];
  const changed = (Object.keys(now) as Setting[]).filter((key) => canonical(now[key]) !== canonical(saved[key]));
  return Object.fromEntries(changed.map((key) => [key, now[key]]));
}

/** By setting, or by a part of it: `params.payout`. */
export type Problems = Readonly<Record<string, string>>;

const twice = (rows: readonly Pair[]): string | undefined => {
  const keys = rows.map(({ key }) => key.trim().toLowerCase());
  const again = keys.find((key, index) => keys.indexOf(key) !== index);
  return again === undefined ? undefined : `has “${again}” twice`;
};

/** Validates by the server's own schema. Empty when valid. */
export function validateDraft(draft: Draft): Problems {
  const problems: Record<string, string> = {};
  for (const key of ['status_map', 'link_params', 'link_macros'] as const) {
    const repeated = twice(draft[key]);
    if (repeated) problems[key] = repeated;
  }
  const read = networkSettings.safeParse(toSettings(draft));
  for (const { path, message } of read.error?.issues ?? []) {
    problems[path.map(String).join('.')] ??= message;
  }
  return problems;
}

/** The labels of the form's fields, for messages about them. */
export const settingLabels: Readonly<Record<keyof Draft, string>> = {
  name: 'Name',
  slug: 'Slug',
  is_active: 'Accept postbacks',
  click_param: 'Click parameter',
  link_params: 'Link parameters',
  link_macros: 'Link macros',
  link_signing: 'Link signature',
  params: 'Parameters',
  params_in: 'Location of parameters',
  status_map: 'Status words',
  status_rules: 'Status rules',
  signing: 'Signature',
  signed_url: 'Signed URL',
  source_addresses: 'Addresses',
  source_mode: 'Calls from other addresses',
  currency: 'Currency',
  rate: 'Rate',
  rates: 'Dated rates',
  timestamp_param: 'Timestamp parameter',
  timestamp_minutes: 'Timestamp tolerance',
  replies: 'Replies',
  hold_hours: 'Hold',
  window_days: 'Click window',
  payout_ceiling: 'Payout ceiling',
  payout_ratio: 'Largest first payout',
  postback_query: 'Postback query',
};
