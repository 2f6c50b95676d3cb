import type { Reply, ReplyClass } from '@inaam/contracts/networks/networks';
import type { Judgement } from './receive.ts';

/** What a network is told that has no words of its own: see decision 0001, answers to postbacks. */
const defaults: Record<ReplyClass, Reply> = {
  approved: said(200, { success: true, status: 'approved', completion_id: '{completion_id}' }),
  pending: said(200, { success: true, status: 'pending', completion_id: '{completion_id}' }),
  reversed: said(200, { success: true, status: 'reversed', completion_id: '{completion_id}' }),
  ignored: said(200, { success: true, status: 'ignored' }),
  parked: said(200, { success: true, status: 'parked' }),
  unknown_click: said(404, { error: '{reason}' }),
  refused: said(400, { error: '{reason}' }),
  forged: said(403, { error: '{reason}' }),
};

function said(status: number, body: object): Reply {
  // A completion's id is a number.
  return {
    status,
    body: JSON.stringify(body).replace('"{completion_id}"', '{completion_id}'),
    type: 'application/json',
  };
}

/** A repeat is told what the first call was, so that a network which lost that answer is content. */
function classOf({ outcome, kind, forged }: Judgement): ReplyClass {
  if (forged) return 'forged';
  if (outcome === 'refused' || outcome === 'ignored') return outcome;
  // A reversal that came first waits for its completion: the network need not send it again.
  if (outcome === 'parked') return kind === 'approve' || kind === 'pending' ? 'unknown_click' : 'parked';
  if (outcome === 'reversed' || kind === 'reverse') return 'reversed';
  return outcome === 'pending' || kind === 'pending' ? 'pending' : 'approved';
}

/** What the network is told of its call, its own words filled in. */
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
