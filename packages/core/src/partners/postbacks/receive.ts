import { DomainError } from '@inaam/contracts/common/errors';
import type { Reply } from '@inaam/contracts/networks/networks';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { randomBytesFromPool } from '../../kernel/random.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import { findNetwork } from './find-network.ts';
import { isUnauthenticated, type Judgement, judgePostback, toJudgement, withoutEcho } from './judge.ts';
import { getParams, getSingleValue, type Param, type Postback } from './parse.ts';
import { withPublicKeys } from './public-keys.ts';
import { NOT_SIGNED, readPostback, TOO_LARGE, type Verdict, WRONG_METHOD } from './read.ts';
import { callHash, isSame, type Repeats } from './repeats.ts';
import { buildFailureReply } from './reply.ts';
import { type NewPostback, pickStoredHeaders, storePostback, storeUnauthenticated, storeUnknownSlug } from './store.ts';
import { storeAndJudge } from './store-and-judge.ts';

/** A request as the HTTP server has it. */
export type IncomingPostback = Pick<Postback, 'method' | 'rawQuery' | 'rawBody' | 'contentType' | 'ip'> &
  Partial<Pick<Postback, 'rawUrl' | 'bodyEncoding' | 'truncatedFromBytes'>> & {
    /** All of them, names in any case. */
    headers?: Record<string, string | string[] | undefined>;
  };

/** What receiving needs: less than all services, so that a rehearsal can stand in for the kernel. */
export interface ReceivingServices {
  kernel: Pick<Kernel, 'move'>;
  secrets: SecretBox;
  /** Where public keys may be fetched from; without it none are fetched. */
  outgoingRequestPolicy?: OutgoingRequestPolicy;
  /** Counts repeats; a rehearsal has none, and stores them. */
  repeats?: Pick<Repeats, 'note'>;
}

/**
 * Receives a partner network's postback: verifies and reads it by the network's settings, stores it as it came and
 * judges it, which credits or reverses a completion, all in one move. One that cannot be judged stays stored;
 * `judgeStoredPostbacks` judges it then.
 * @param slug names the network in the address
 * @returns undefined where no network has the slug; the postback is kept all the same, within bounds
 */
export async function receivePostback(
  { kernel, secrets, outgoingRequestPolicy, repeats }: ReceivingServices,
  slug: string,
  incoming: IncomingPostback,
): Promise<Judgement | undefined> {
  const sent = { rawUrl: '', bodyEncoding: 'text' as const, truncatedFromBytes: null, headers: {}, ...incoming };
  const key = randomBytesFromPool(16).toString('hex');
  const hash = callHash(sent);
  const { network, readAt, known } = await findNetwork(kernel, secrets, slug, hash);
  const postback = { ...sent, headers: pickStoredHeaders(sent.headers, network?.signing) };
  if (!network) {
    await storeUnknownSlug(kernel, secrets, key, slug, postback);
    return undefined;
  }
  const echo = getEcho(network, postback);
  try {
    const ready = await withPublicKeys(kernel, outgoingRequestPolicy, network, postback.rawQuery);
    const verdict = readPostback(ready, { ...postback, receivedAt: readAt });
    const unproven =
      getUnauthenticatedReason(verdict) || !network.active ? findUnauthenticatedReason(ready, postback) : undefined;
    if (unproven !== undefined) {
      await storeUnauthenticated(kernel, secrets, key, network, postback, unproven);
      const forged = isUnauthenticated('refused', unproven);
      const { replies } = network;
      return {
        outcome: 'refused',
        kind: null,
        reason: unproven,
        completionId: null,
        forged,
        replies,
        echo: withoutEcho,
      };
    }
    if (repeats && known?.known_id != null && isSame(known, verdict)) {
      repeats.note(known.known_id);
      return toJudgement(
        { outcome: 'repeat', reason: null, completion_id: known.known_completion_id },
        network.replies,
        verdict,
        echo,
      );
    }
    try {
      const judged = await storeAndJudge(kernel, secrets, key, network, postback, { ...verdict, call_hash: hash });
      return toJudgement(judged, network.replies, verdict, echo);
    } catch (error) {
      if (error instanceof DomainError) throw error;
      // What cannot be judged is kept all the same, for whoever mends it.
      const { id, receivedAt } = await storePostback(kernel, secrets, key, network, postback);
      return await judgePostback(
        { kernel, secrets },
        id,
        network.replies,
        { ...readPostback(ready, { ...postback, receivedAt }), call_hash: hash },
        echo,
      );
    }
  } catch (error) {
    const reply = buildFailureReply(network.replies, echo);
    if (!reply) throw error;
    throw new JudgingFailed(reply, error);
  }
}

/** A database's clock and ours may part by this much, and a rotation ends at a moment of theirs. */
const CLOCK_SKEW_MS = 60_000;

/** The reason of a verdict that says nothing but that the postback does not prove whose it is; else undefined. */
function getUnauthenticatedReason(verdict: Verdict): string | undefined {
  const reason = verdict.outcome === 'refused' ? verdict.reason : undefined;
  return reason === NOT_SIGNED || reason === WRONG_METHOD || reason === TOO_LARGE ? reason : undefined;
}

/**
 * Why nothing shows that the network sent it, by whatever key was valid lately; undefined for a genuine postback. An
 * inactive network's calls are looked at like others. Asked only where the verdict by the database's clock leaves it
 * open: reading and verifying a postback is half of our own work on it.
 */
function findUnauthenticatedReason(network: ReadNetwork, postback: NewPostback): string | undefined {
  const at = (ms: number) =>
    getUnauthenticatedReason(readPostback({ ...network, active: true }, { ...postback, receivedAt: new Date(ms) }));
  const now = Date.now();
  return at(now) === undefined ? undefined : at(now - CLOCK_SKEW_MS);
}

/** A postback could not be judged, and its network wants to hear so in words of its own. */
export class JudgingFailed extends Error {
  readonly reply: Reply;
  constructor(reply: Reply, cause: unknown) {
    super('A postback could not be judged', { cause });
    this.reply = reply;
  }
}

/** Gives values of a call back. What was sent with different values, or not at all, is empty. */
export function getEcho(network: Pick<ReadNetwork, 'signing' | 'paramsIn'>, postback: NewPostback): Judgement['echo'] {
  let params: Map<string, Param[]> | undefined;
  return (name) => {
    params ??= getParams(postback, network.signing, network.paramsIn);
    const value = getSingleValue(params.get(name));
    return value === undefined || value === 'ambiguous' ? '' : value.bytes.toString('utf8').slice(0, MAX_ECHO);
  };
}

const MAX_ECHO = 200;
