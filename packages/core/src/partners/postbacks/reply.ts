import type { Replies, Reply, ReplyClass } from '@inaam/contracts/networks/networks';
import type { Judgement } from './judge.ts';

/** As `judge_call` of packages/db says it. */
const UNKNOWN_CLICK = 'Click not found';

/** Replies to a network that has none of its own: see decision 0001, answers to postbacks. */
const defaults: Record<Exclude<ReplyClass, 'repeat'>, Reply> = {
  approved: json(200, { success: true, status: 'approved', completion_id: '{completion_id}' }),
  pending: json(200, { success: true, status: 'pending', completion_id: '{completion_id}' }),
  reversed: json(200, { success: true, status: 'reversed', completion_id: '{completion_id}' }),
  ignored: json(200, { success: true, status: 'ignored' }),
  parked: json(200, { success: true, status: 'parked' }),
  unknown_click: json(404, { error: '{reason}' }),
  refused: json(400, { error: '{reason}' }),
  forged: json(403, { error: '{reason}' }),
  fault: json(503, { error: 'Try again later' }),
};

function json(status: number, body: object): Reply {
  // A completion's id is a number.
  return {
    status,
    body: JSON.stringify(body).replace('"{completion_id}"', '{completion_id}'),
    type: 'application/json',
  };
}

function classOf({ outcome, kind, reason, forged }: Judgement): Exclude<ReplyClass, 'repeat'> {
  if (forged) return 'forged';
  if (outcome === 'refused' || outcome === 'ignored') return outcome;
  // What waits for us need not be sent again: a reversal that came first, a word that is not mapped, a missing rate.
  if (outcome === 'parked') return reason === UNKNOWN_CLICK ? 'unknown_click' : 'parked';
  if (outcome === 'reversed' || kind === 'reverse') return 'reversed';
  return outcome === 'pending' || kind === 'pending' ? 'pending' : 'approved';
}

/**
 * The HTTP reply to a network's postback, in its own words where it has some. A repeat gets the reply of the first
 * postback, so that a network which lost that reply stops sending; or one of its own, where the network wants that.
 */
export function buildReply(judgement: Judgement): Reply {
  const name = classOf(judgement);
  const { replies } = judgement;
  const own = (judgement.outcome === 'repeat' ? replies.repeat : undefined) ?? replies[name];
  return filled(own ?? defaults[name], name, judgement);
}

/**
 * The reply to a postback that could not be judged, for a network that has one of its own; it is asked to try again.
 */
export const buildFailureReply = (replies: Replies, echo: Judgement['echo']): Reply | undefined =>
  replies.fault && filled(replies.fault, 'fault', { reason: null, completionId: null, echo });

function filled(
  { status, body, type }: Reply,
  name: ReplyClass,
  { reason, completionId, echo }: Pick<Judgement, 'reason' | 'completionId' | 'echo'>,
): Reply {
  const values: Record<string, string> = {
    status: name,
    reason: reason ?? '',
    completion_id: String(completionId ?? 'null'),
  };
  const text = body.replace(
    /\{(?:(status|reason|completion_id)|param:([\w.\-[\]]+))\}/g,
    (_, key: string | undefined, param: string | undefined) => {
      const value = key === undefined ? echo(param ?? '') : (values[key] ?? '');
      // Inside JSON a value is text that must stay within its quotes.
      return type === 'application/json' ? JSON.stringify(value).slice(1, -1) : value;
    },
  );
  return { status, body: text, type };
}
