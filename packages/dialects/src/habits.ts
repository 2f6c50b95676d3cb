import type { PostbackKind, PostbackOutcome } from '@inaam/contracts/networks/networks';
import { type Dialect, type Edits, nameOf, type Spoken, type Target, type Telling } from './dialect.ts';
import { type Liberties, speak } from './speak.ts';

/** What networks do beside telling a completion once: the good, the clumsy and the hostile. */
export const habitIds = [
  'repeats',
  'storm',
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
  repeats: 'The same call eight times at once',
  storm: 'The same call 25 times in a row',
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
  says: string;
  postback: Spoken;
  times: number;
  /** All at once; otherwise one after another. */
  together: boolean;
  /** The key it is signed with, where it is not the present one. */
  key?: 'previous';
  /** An address that no list has; absent for one that may call. */
  from?: string;
  /** What the first of them comes to. Each further one is a repeat of it. */
  expects: PostbackOutcome;
}

/** Reserved for documentation: nobody's, and on no list. */
export const UNLISTED = '203.0.113.254';

export interface Situation {
  target: Target;
  telling: Omit<Telling, 'kind'>;
  /** Two keys are alive. */
  previousSecret?: string | undefined;
  /** Does the receiver refuse addresses that are not listed? */
  enforcesAddresses: boolean;
}

/** The steps of a habit; undefined where the network cannot have it, because it has no words for it. */
export function stepsOf(id: HabitId, dialect: Dialect, situation: Situation): Step[] | undefined {
  const { target, telling } = situation;
  const call = (kind: PostbackKind, liberties: Liberties = {}, to = target) =>
    speak(dialect, to, { ...telling, kind }, liberties);
  const once = (says: string, spoken: Spoken, expects: PostbackOutcome, more: Partial<Step> = {}): Step => ({
    says,
    postback: spoken,
    times: 1,
    together: false,
    expects,
    ...more,
  });
  if (!dialect.says.approve) return undefined;
  const approve = () => call('approve');

  switch (id) {
    case 'repeats':
      return [once('Completed', approve(), 'accepted', { times: 8, together: true })];
    case 'storm':
      return [once('Completed', approve(), 'accepted', { times: 25 })];
    case 'late_reversal':
      if (!dialect.says.reverse) return undefined;
      return [
        once('Completed', approve(), 'accepted'),
        once('Reversed', call('reverse'), 'reversed'),
        once('Reversed again', call('reverse'), 'repeat'),
      ];
    case 'wrong_order':
      if (!dialect.says.reverse) return undefined;
      return [once('Reversed', call('reverse'), 'parked'), once('Completed', approve(), 'accepted')];
    case 'pending_first':
      if (!dialect.says.pending) return undefined;
      return [
        once('Pending', call('pending'), 'pending'),
        once('Pending again', call('pending'), 'repeat'),
        once('Confirmed', approve(), 'accepted'),
      ];
    case 'garbage':
      return [
        ...nonsense(dialect, telling).map(({ says, edits, expects }) =>
          once(says, call('approve', { edits }), expects),
        ),
        once('A call that makes sense', approve(), 'accepted'),
      ];
    case 'clock_off': {
      const ahead = { edits: { set: { timestamp: String(Math.floor(Date.now() / 1000) + 86_400) } } };
      return [once('Completed, dated tomorrow', call('approve', ahead), 'accepted')];
    }
    case 'key_rotation': {
      const { previousSecret } = situation;
      if (previousSecret === undefined) return undefined;
      return [
        once('Signed with the old key', call('approve', {}, { ...target, secret: previousSecret }), 'accepted', {
          key: 'previous',
        }),
        once('Signed with the new key', approve(), 'repeat'),
      ];
    }
    case 'wrong_signature':
      return [
        once('Signed with another key', call('approve', {}, { ...target, secret: `${target.secret}-not` }), 'refused'),
        once('Not signed at all', call('approve', { unsigned: true }), 'refused'),
        ...tamperings(dialect).map(({ says, edits }) => once(says, call('approve', { tampered: edits }), 'refused')),
        once('Signed as it should be', approve(), 'accepted'),
      ];
    case 'unlisted_address':
      return [once('Completed', approve(), situation.enforcesAddresses ? 'refused' : 'accepted', { from: UNLISTED })];
  }
}

interface Nonsense {
  says: string;
  edits: Edits;
  expects: PostbackOutcome;
}

/** What a careless network sends, genuinely signed. */
function nonsense(dialect: Dialect, { clickId }: Omit<Telling, 'kind'>): Nonsense[] {
  const click = nameOf(dialect, 'click_id');
  const transaction = nameOf(dialect, 'transaction_id');
  const payout = nameOf(dialect, 'payout');
  const found: Nonsense[] = [];
  const add = (name: string | null | undefined, each: (name: string) => Nonsense) => {
    if (name) found.push(each(name));
  };
  add(click, (name) => ({ says: 'Without the click', edits: { drop: [name] }, expects: 'refused' }));
  add(click, (name) => ({ says: 'With two clicks', edits: { twice: [name] }, expects: 'refused' }));
  add(click, (name) => ({
    says: 'With a click of 5,000 letters',
    edits: { set: { [name]: 'x'.repeat(5000) } },
    expects: 'refused',
  }));
  add(click, (name) => ({
    says: 'With a NUL in the click',
    edits: { set: { [name]: `${clickId}\u0000` } },
    expects: 'refused',
  }));
  add(click, (name) => ({
    says: 'With a click that we never gave',
    edits: { set: { [name]: `${clickId}-not` } },
    expects: 'parked',
  }));
  add(transaction, (name) => ({ says: 'Without the transaction', edits: { drop: [name] }, expects: 'refused' }));
  add(payout, (name) => ({
    says: 'With a payout that is no number',
    edits: { set: { [name]: '1,25 USD' } },
    expects: 'refused',
  }));
  add(dialect.status, (name) => ({
    says: 'With a status that nobody knows',
    edits: { set: { [name]: 'no-such-word' } },
    expects: 'parked',
  }));
  return found;
}

/** Changes on the way that the signature must show. */
function tamperings({ signing, says }: Dialect): { says: string; edits: Edits }[] {
  if (signing.kind === 'hmac') {
    return [{ says: 'With something added on the way', edits: { set: { added: '1' } } }];
  }
  if (signing.kind !== 'hash') return [];
  const [field] = [...signing.template.matchAll(/\{(?!secret\})(?!int:)([^{}]+)\}/g)].map((match) => match[1] ?? '');
  if (!field || !says.approve?.includes(`${field}=`)) return [];
  return [{ says: `With another ${field} than was signed`, edits: { set: { [field]: 'changed' } } }];
}
