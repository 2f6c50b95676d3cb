import { generateKeyPairSync } from 'node:crypto';
import type { PostbackKind, PostbackOutcome } from '@inaam/contracts/networks/networks';
import { templateFields } from '@inaam/contracts/networks/signature-coverage';
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

/** What networks do besides reporting a conversion once: correct, careless and hostile behaviour. */
export const scenarioIds = [
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
export type ScenarioId = (typeof scenarioIds)[number];

export const scenarioTitles: Record<ScenarioId, string> = {
  repeats: 'The same call eight times at once',
  burst: 'The same call 25 times in a row',
  late_reversal: 'A conversion, then its reversal, twice',
  wrong_order: 'The reversal before its conversion',
  pending_first: 'Pending first, then confirmed',
  garbage: 'Calls that make no sense, signed like any other',
  clock_off: 'A call dated a day ahead',
  key_rotation: 'A new key in mid-stream: the old one first, then the new',
  wrong_signature: 'Forged calls, then a genuine one',
  unlisted_address: 'A genuine call from an address that is not listed',
};

/** One postback of a habit, sent once or several times. */
export interface Step {
  title: string;
  postback: PostbackRequest;
  times: number;
  /** All at once; otherwise one after another. */
  together: boolean;
  /** The key that it is signed with, where that is not the current one. */
  key?: 'previous';
  /** An address that is on no list; absent for a listed one. */
  from?: string;
  /** The outcome of the first of them. Each further one is a repeat of it. */
  expects: PostbackOutcome;
}

/** Seconds by which a clock is off: a day and an hour. */
const AHEAD = 90_000;

/** Reserved for documentation (RFC 5737), so it is on no list. */
export const UNLISTED_ADDRESS = '203.0.113.254';

export interface ScenarioContext {
  target: Target;
  report: Omit<ConversionReport, 'kind'>;
  /** The key before the current one, while both are valid. */
  previousSecret?: string | undefined;
  /** Does the receiver refuse addresses that are not listed? */
  enforcesAddresses: boolean;
  /** The parameter in which the receiver looks for the time of a call, and by how much it may differ. */
  timestampParam?: string | undefined;
  toleratedSeconds?: number | undefined;
}

/** The steps of a habit; undefined where the network never sends a postback that the habit needs. */
export function getScenarioSteps(id: ScenarioId, dialect: Dialect, situation: ScenarioContext): Step[] | undefined {
  const { target, report } = situation;
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
        ...malformedCases(dialect, report).map(({ title, edits, expects }) =>
          once(title, request('approve', { edits }), expects),
        ),
        once('A call that makes sense', approve(), 'accepted'),
      ];
    case 'clock_off': {
      const tolerated = situation.toleratedSeconds ?? Number.POSITIVE_INFINITY;
      // Where no time is sent, a parameter of that name changes nothing.
      const isLooked = situation.timestampParam !== undefined;
      const wanted = isLooked && tolerated < AHEAD ? 'refused' : 'accepted';
      const ahead = {
        edits: { set: { [situation.timestampParam ?? 'timestamp']: String(Math.floor(Date.now() / 1000) + AHEAD) } },
      };
      return [once('Completed, dated tomorrow', request('approve', ahead), wanted)];
    }
    case 'key_rotation': {
      const { previousSecret } = situation;
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
        once('Not signed at all', request('approve', { unsigned: true }), 'refused'),
        ...tamperedCases(dialect).map(({ title, edits }) =>
          once(title, request('approve', { tampered: edits }), 'refused'),
        ),
        once('Signed as it should be', approve(), 'accepted'),
      ];
    case 'unlisted_address':
      return [
        once('Completed', approve(), situation.enforcesAddresses ? 'refused' : 'accepted', { from: UNLISTED_ADDRESS }),
      ];
  }
}

/** A key that is not the network's. */
const otherKey = (secret: string): string =>
  secret.startsWith('-----BEGIN')
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    : `${secret}-not`;

interface MalformedCase {
  title: string;
  edits: Edits;
  expects: PostbackOutcome;
}

/** Malformed postbacks of a careless network, correctly signed. */
function malformedCases(dialect: Dialect, { clickId }: Omit<ConversionReport, 'kind'>): MalformedCase[] {
  const click = getParamName(dialect, 'click_id');
  const transaction = getParamName(dialect, 'transaction_id');
  const payout = getParamName(dialect, 'payout');
  const found: MalformedCase[] = [];
  const add = (name: string | null | undefined, each: (name: string) => MalformedCase) => {
    if (name) found.push(each(name));
  };
  add(click, (name) => ({ title: 'Without the click', edits: { drop: [name] }, expects: 'refused' }));
  // JSON has no name twice.
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
    title: 'With a click that we never gave',
    edits: { set: { [name]: `${clickId}-not` } },
    expects: 'parked',
  }));
  add(transaction, (name) => ({ title: 'Without the transaction', edits: { drop: [name] }, expects: 'refused' }));
  add(payout, (name) => ({
    title: 'With a payout that is no number',
    edits: { set: { [name]: '1,25 USD' } },
    expects: 'refused',
  }));
  add(dialect.status, (name) => ({
    title: 'With a status that nobody knows',
    edits: { set: { [name]: 'no-such-word' } },
    expects: 'parked',
  }));
  return found;
}

/** Changes made on the way that the signature must reveal. */
function tamperedCases({ signing, templates }: Dialect): { title: string; edits: Edits }[] {
  const template = getSignatureTemplate(signing);
  if (template === undefined) {
    return signing.kind === 'hmac' || signing.kind === 'ecdsa'
      ? [{ title: 'With something added on the way', edits: { set: { added: '1' } } }]
      : [];
  }
  const field = templateFields(template).find((name) => templates.approve?.includes(`${name}=`));
  if (field === undefined) return [];
  return [{ title: `With another ${field} than was signed`, edits: { set: { [field]: 'changed' } } }];
}
