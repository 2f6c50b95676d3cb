import type { Replies, Reply, ReplyClass } from '@inaam/contracts/networks/networks';
import { CLICK_NOT_FOUND } from '@inaam/contracts/postbacks/inbox';
import type { Judgement } from './judge.ts';

/** The default replies: see infra/docs/decisions/0001-what-a-postback-does.md. */
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
  // The completion id is a number, so it is not quoted.
  return {
    status,
    body: JSON.stringify(body).replace('"{completion_id}"', '{completion_id}'),
    type: 'application/json',
  };
}

function getReplyClass({ outcome, kind, reason, forged }: Judgement): Exclude<ReplyClass, 'repeat'> {
  if (forged) return 'forged';
  if (outcome === 'refused' || outcome === 'ignored') return outcome;
  // A cause of parking (an early reversal, an unmapped status, a missing rate) is for us to resolve. So the network
  // need not send the postback again.
  if (outcome === 'parked') return reason === CLICK_NOT_FOUND ? 'unknown_click' : 'parked';
  if (outcome === 'reversed' || kind === 'reverse') return 'reversed';
  return outcome === 'pending' || kind === 'pending' ? 'pending' : 'approved';
}

/**
 * Builds the HTTP reply to a postback, in the network's own format where one is set. A repeat gets the reply of the
 * first postback, so that a network that lost the first reply stops sending. A network may set a separate reply for
 * repeats.
 */
export function buildReply(judgement: Judgement): Reply {
  const name = getReplyClass(judgement);
  const { replies } = judgement;
  const configured = (judgement.outcome === 'repeat' ? replies.repeat : undefined) ?? replies[name];
  return fillReply(configured ?? defaults[name], name, judgement);
}

/**
 * Builds the network's own reply to a postback that could not be judged, so that the network sends it again.
 * @returns undefined if the network has no reply of its own
 */
export const buildFailureReply = (replies: Replies, echo: Judgement['echo']): Reply | undefined =>
  replies.fault && fillReply(replies.fault, 'fault', { reason: null, completionId: null, echo });

function fillReply(
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
      // Escapes the value, so that it cannot end the JSON string that it is in.
      return type === 'application/json' ? JSON.stringify(value).slice(1, -1) : value;
    },
  );
  return { status, body: text, type };
}
