import { generateKeyPairSync } from 'node:crypto';
import type { PostbackKind, PostbackOutcome } from '@inaam/contracts/networks/networks';
import { hasAllParamsPlaceholder, listNamedParams } from '@inaam/contracts/networks/signature-coverage';
import { getSignatureTemplate } from '@inaam/contracts/networks/signing';
import { buildPostback, type Variations } from './build-postback.ts';
import {
  type ConversionReport,
  type Dialect,
  type Edits,
  getParamName,
  type PostbackRequest,
  type Target,
} from './dialect.ts';

/** Scenarios of what networks and forgers send besides a single report of a conversion. */
export const habitIds = [
  'repeats',
  'burst',
  'late_reversal',
  'wrong_order',
  'pending_first',
  'garbage',
  'clock_off',
  'key_rotation',
  'wrong_signature',
  'unlisted_address',
] as const;
export type HabitId = (typeof habitIds)[number];

export const habitTitles: Record<HabitId, string> = {
  repeats: 'The same postback eight times at once',
  burst: 'The same postback 25 times in a row',
  late_reversal: 'A conversion, then its reversal sent twice',
  wrong_order: 'The reversal before its conversion',
  pending_first: 'Pending first, then confirmed',
  garbage: 'Malformed postbacks with a valid signature',
  clock_off: 'A postback dated a day in the future',
  key_rotation: 'A key rotation: the old key first, then the new one',
  wrong_signature: 'Forged postbacks, then a genuine one',
  unlisted_address: 'A genuine postback from an unlisted IP address',
};

/** One postback of a scenario, sent once or several times. */
export interface Step {
  title: string;
  postback: PostbackRequest;
  times: number;
  /** True if the repeats are sent at the same time; false if one after another. */
  together: boolean;
  /** Present if the postback is signed with the previous key instead of the current key. */
  key?: 'previous';
  /** The sender's IP address if it is not in the network's list of addresses. */
  from?: string;
  /** The expected outcome of the first postback. The outcome of each further postback must be `repeat`. */
  expects: PostbackOutcome;
}

/** How many seconds the network's clock is ahead: a day and an hour. */
const CLOCK_ERROR_SECONDS = 90_000;

/** An IP address reserved for documentation (RFC 5737), so no network lists it. */
export const UNLISTED_ADDRESS = '203.0.113.254';

export interface HabitContext {
  target: Target;
  report: Omit<ConversionReport, 'kind'>;
  /** The previous key, if both the previous and the current key are valid. */
  previousSecret?: string | undefined;
  /** The receiver refuses unlisted IP addresses. */
  enforcesAddresses: boolean;
  /** The timestamp parameter that the receiver checks, and the receiver's tolerance in seconds. */
  timestampParam?: string | undefined;
  toleratedSeconds?: number | undefined;
}

/**
 * Builds the steps of a scenario; undefined if it needs a postback that the network never sends, or a previous key that
 * is not given.
 */
export function getHabitSteps(id: HabitId, dialect: Dialect, context: HabitContext): Step[] | undefined {
  const { target, report } = context;
  const request = (kind: PostbackKind, variations: Variations = {}, to = target) =>
    buildPostback(dialect, to, { ...report, kind }, variations);
  const once = (
    title: string,
    postback: PostbackRequest,
    expects: PostbackOutcome,
    more: Partial<Step> = {},
  ): Step => ({
    title,
    postback,
    times: 1,
    together: false,
    expects,
    ...more,
  });
  if (!dialect.templates.approve) return undefined;
  const approve = () => request('approve');

  switch (id) {
    case 'repeats':
      return [once('Completed', approve(), 'accepted', { times: 8, together: true })];
    case 'burst':
      return [once('Completed', approve(), 'accepted', { times: 25 })];
    case 'late_reversal':
      if (!dialect.templates.reverse) return undefined;
      return [
        once('Completed', approve(), 'accepted'),
        once('Reversed', request('reverse'), 'reversed'),
        once('Reversed again', request('reverse'), 'repeat'),
      ];
    case 'wrong_order':
      if (!dialect.templates.reverse) return undefined;
      return [once('Reversed', request('reverse'), 'parked'), once('Completed', approve(), 'accepted')];
    case 'pending_first':
      if (!dialect.templates.pending) return undefined;
      return [
        once('Pending', request('pending'), 'pending'),
        once('Pending again', request('pending'), 'repeat'),
        once('Confirmed', approve(), 'accepted'),
      ];
    case 'garbage':
      return [
        ...buildMalformedCases(dialect, report).map(({ title, edits, expects }) =>
          once(title, request('approve', { edits }), expects),
        ),
        once('A well-formed postback', approve(), 'accepted'),
      ];
    case 'clock_off': {
      const tolerated = context.toleratedSeconds ?? Number.POSITIVE_INFINITY;
      // If the receiver does not check timestamps, it ignores this parameter.
      const isChecked = context.timestampParam !== undefined;
      const expected = isChecked && tolerated < CLOCK_ERROR_SECONDS ? 'refused' : 'accepted';
      const futureTimestamp = {
        edits: {
          set: { [context.timestampParam ?? 'timestamp']: String(Math.floor(Date.now() / 1000) + CLOCK_ERROR_SECONDS) },
        },
      };
      return [once('Completed, dated tomorrow', request('approve', futureTimestamp), expected)];
    }
    case 'key_rotation': {
      const { previousSecret } = context;
      if (previousSecret === undefined) return undefined;
      return [
        once('Signed with the old key', request('approve', {}, { ...target, secret: previousSecret }), 'accepted', {
          key: 'previous',
        }),
        once('Signed with the new key', approve(), 'repeat'),
      ];
    }
    case 'wrong_signature':
      return [
        once(
          'Signed with another key',
          request('approve', {}, { ...target, secret: otherKey(target.secret) }),
          'refused',
        ),
        once('Not signed', request('approve', { unsigned: true }), 'refused'),
        ...buildTamperedCases(dialect).map(({ title, edits }) =>
          once(title, request('approve', { tampered: edits }), 'refused'),
        ),
        once('Signed correctly', approve(), 'accepted'),
      ];
    case 'unlisted_address':
      return [
        once('Completed', approve(), context.enforcesAddresses ? 'refused' : 'accepted', { from: UNLISTED_ADDRESS }),
      ];
  }
}

/** Returns a wrong key. */
const otherKey = (secret: string): string =>
  secret.startsWith('-----BEGIN')
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    : `${secret}-not`;

interface MalformedCase {
  title: string;
  edits: Edits;
  expects: PostbackOutcome;
}

/** Lists malformed postbacks that a careless network may send. They are signed correctly. */
function buildMalformedCases(dialect: Dialect, { clickId }: Omit<ConversionReport, 'kind'>): MalformedCase[] {
  const click = getParamName(dialect, 'click_id');
  const transaction = getParamName(dialect, 'transaction_id');
  const payout = getParamName(dialect, 'payout');
  const cases: MalformedCase[] = [];
  const add = (name: string | null | undefined, each: (name: string) => MalformedCase) => {
    if (name) cases.push(each(name));
  };
  add(click, (name) => ({ title: 'Without the click', edits: { drop: [name] }, expects: 'refused' }));
  // A JSON object cannot contain a name twice.
  if (dialect.paramsIn === 'query' || dialect.bodyAs !== 'json') {
    add(click, (name) => ({ title: 'With two clicks', edits: { twice: [name] }, expects: 'refused' }));
  }
  add(click, (name) => ({
    title: 'With a click of 5,000 letters',
    edits: { set: { [name]: 'x'.repeat(5000) } },
    expects: 'refused',
  }));
  add(click, (name) => ({
    title: 'With a NUL in the click',
    edits: { set: { [name]: `${clickId}\u0000` } },
    expects: 'refused',
  }));
  add(click, (name) => ({
    title: 'With an unknown click',
    edits: { set: { [name]: `${clickId}-not` } },
    expects: 'parked',
  }));
  add(transaction, (name) => ({ title: 'Without the transaction', edits: { drop: [name] }, expects: 'refused' }));
  add(payout, (name) => ({
    title: 'With a payout that is not a number',
    edits: { set: { [name]: '1,25 USD' } },
    expects: 'parked',
  }));
  add(dialect.status, (name) => ({
    title: 'With an unknown status',
    edits: { set: { [name]: 'no-such-word' } },
    expects: 'parked',
  }));
  return cases;
}

/** Lists changes after signing that the signature must reveal. */
function buildTamperedCases({ signing, templates }: Dialect): { title: string; edits: Edits }[] {
  const template = getSignatureTemplate(signing);
  const isWhole =
    template === undefined ? signing.kind === 'hmac' || signing.kind === 'ecdsa' : hasAllParamsPlaceholder(template);
  if (isWhole) return [{ title: 'With a parameter added in transit', edits: { set: { added: '1' } } }];
  if (template === undefined) return [];
  const field = listNamedParams(template).find((name) => templates.approve?.includes(`${name}=`));
  if (field === undefined) return [];
  return [{ title: `With a changed ${field}`, edits: { set: { [field]: 'changed' } } }];
}
