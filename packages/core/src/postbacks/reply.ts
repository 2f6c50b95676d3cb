import type { Reply, ReplyClass } from '@inaam/contracts/networks/networks';
import type { Judgement } from './judge.ts';

/** Replies to a network that has none of its own: see decision 0001, answers to postbacks. */
const defaults: Record<ReplyClass, Reply> = {
  approved: json(200, { success: true, status: 'approved', completion_id: '{completion_id}' }),
  pending: json(200, { success: true, status: 'pending', completion_id: '{completion_id}' }),
  reversed: json(200, { success: true, status: 'reversed', completion_id: '{completion_id}' }),
  ignored: json(200, { success: true, status: 'ignored' }),
  parked: json(200, { success: true, status: 'parked' }),
  unknown_click: json(404, { error: '{reason}' }),
  refused: json(400, { error: '{reason}' }),
  forged: json(403, { error: '{reason}' }),
};

function json(status: number, body: object): Reply {
  // A completion's id is a number.
  return {
    status,
    body: JSON.stringify(body).replace('"{completion_id}"', '{completion_id}'),
    type: 'application/json',
  };
}

/** A repeat gets the reply of the first postback, so that a network which lost that reply stops sending. */
function classOf({ outcome, kind, forged }: Judgement): ReplyClass {
  if (forged) return 'forged';
  if (outcome === 'refused' || outcome === 'ignored') return outcome;
  // A reversal that came first waits for its completion: the network need not send it again.
  if (outcome === 'parked') return kind === 'approve' || kind === 'pending' ? 'unknown_click' : 'parked';
  if (outcome === 'reversed' || kind === 'reverse') return 'reversed';
  return outcome === 'pending' || kind === 'pending' ? 'pending' : 'approved';
}

/** The HTTP reply to a network's postback, in its own words where it has some. */
export function replyTo(judgement: Judgement): Reply {
  const name = classOf(judgement);
  const { status, body, type } = judgement.replies[name] ?? defaults[name];
  const values: Record<string, string> = {
    status: name,
    reason: judgement.reason ?? '',
    completion_id: String(judgement.completionId ?? 'null'),
  };
  const filled = body.replace(/\{(status|reason|completion_id)\}/g, (_, key: string) => {
    const value = values[key] ?? '';
    // Inside JSON a value is text that must stay within its quotes.
    return type === 'application/json' ? JSON.stringify(value).slice(1, -1) : value;
  });
  return { status, body: filled, type };
}
