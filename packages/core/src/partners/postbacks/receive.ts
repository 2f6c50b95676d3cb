import { DomainError } from '@inaam/contracts/common/errors';
import type { Reply } from '@inaam/contracts/networks/networks';
import type { Kernel } from '../../kernel/kernel.ts';
import type { OutgoingRequestPolicy } from '../../kernel/outgoing-requests.ts';
import { randomBytesFromPool } from '../../kernel/random.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import { findNetwork } from './find-network.ts';
import { echoNothing, isUnauthenticated, type Judgement, judgePostback, toJudgement } from './judge.ts';
import { getParams, getSingleValue, type Param, type Postback } from './parse.ts';
import { addPublicKeys } from './public-keys.ts';
import { NOT_SIGNED, readPostback, TOO_LARGE, type Verdict, WRONG_METHOD } from './read.ts';
import { hashPostback, isSamePostback, type RepeatCounter } from './repeats.ts';
import { buildFailureReply } from './reply.ts';
import { type NewPostback, pickStoredHeaders, storePostback, storeUnauthenticated, storeUnknownSlug } from './store.ts';
import { storeAndJudge } from './store-and-judge.ts';

/** A request as received by the HTTP server. */
export type IncomingPostback = Pick<Postback, 'method' | 'rawQuery' | 'rawBody' | 'contentType' | 'ip'> &
  Partial<Pick<Postback, 'rawUrl' | 'bodyEncoding' | 'truncatedFromBytes'>> & {
    /** All headers, names in any case. */
    headers?: Record<string, string | string[] | undefined>;
  };

/** A subset of all services, so that a conformance test can replace the kernel. */
export interface ReceivingServices {
  kernel: Pick<Kernel, 'runIdempotent'>;
  secrets: SecretBox;
  /** The policy for fetching public keys. Without a policy, no keys are fetched. */
  outgoingRequestPolicy?: OutgoingRequestPolicy;
  /** Counts repeats. A conformance test has no counter and stores each repeat. */
  repeatCounter?: Pick<RepeatCounter, 'note'>;
}

/**
 * Verifies a network's postback, then stores it and judges it in one transaction. A repeat is only counted. If the
 * transaction fails, stores the postback alone and judges it separately. If this judging fails, too,
 * `judgeStoredPostbacks` judges it later.
 * @param slug the part of the URL that names the network
 * @returns undefined if no network has the slug; the postback is still stored, within quotas
 */
export async function receivePostback(
  { kernel, secrets, outgoingRequestPolicy, repeatCounter }: ReceivingServices,
  slug: string,
  incoming: IncomingPostback,
): Promise<Judgement | undefined> {
  const sent = { rawUrl: '', bodyEncoding: 'text' as const, truncatedFromBytes: null, headers: {}, ...incoming };
  const key = randomBytesFromPool(16).toString('hex');
  const hash = hashPostback(sent);
  const { network, readAt, known } = await findNetwork(kernel, secrets, slug, hash);
  const postback = { ...sent, headers: pickStoredHeaders(sent.headers, network?.signing) };
  if (!network) {
    await storeUnknownSlug(kernel, secrets, key, slug, postback);
    return undefined;
  }
  const echo = getEcho(network, postback);
  try {
    const networkWithKeys = await addPublicKeys(kernel, outgoingRequestPolicy, network, postback.rawQuery);
    const verdict = readPostback(networkWithKeys, { ...postback, receivedAt: readAt });
    const rejection =
      getUnauthenticatedReason(verdict) || !network.active
        ? findUnauthenticatedReason(networkWithKeys, postback)
        : undefined;
    if (rejection !== undefined) {
      await storeUnauthenticated(kernel, secrets, key, network, postback, rejection);
      const forged = isUnauthenticated('refused', rejection);
      const { replies } = network;
      return {
        outcome: 'refused',
        kind: null,
        reason: rejection,
        completionId: null,
        forged,
        replies,
        echo: echoNothing,
      };
    }
    if (repeatCounter && known?.known_id != null && isSamePostback(known, verdict)) {
      repeatCounter.note(known.known_id);
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
      // The postback is stored even if it cannot be judged, so that it can be judged later.
      const { id, receivedAt } = await storePostback(kernel, secrets, key, network, postback);
      return await judgePostback(
        { kernel, secrets },
        id,
        network.replies,
        { ...readPostback(networkWithKeys, { ...postback, receivedAt }), call_hash: hash },
        echo,
      );
    }
  } catch (error) {
    const reply = buildFailureReply(network.replies, echo);
    if (!reply) throw error;
    throw new JudgingFailed(reply, error);
  }
}

/**
 * The clocks of the database and this process may differ by this much. After a change of a network's secret, the
 * database's clock decides until when the previous secret is valid.
 */
const CLOCK_SKEW_MS = 60_000;

/** Returns the reason of a verdict that does not authenticate the sender; undefined for other verdicts. */
function getUnauthenticatedReason(verdict: Verdict): string | undefined {
  const reason = verdict.outcome === 'refused' ? verdict.reason : undefined;
  return reason === NOT_SIGNED || reason === WRONG_METHOD || reason === TOO_LARGE ? reason : undefined;
}

/**
 * Verifies the postback as of now and, if that fails, as of `CLOCK_SKEW_MS` ago, when a previous secret may still have
 * been valid. Returns the reason if both fail; undefined for a genuine postback. Reading and verifying take half of the
 * CPU time of a postback, so this is called only if the first verdict does not authenticate the sender or if the
 * network is inactive.
 */
function findUnauthenticatedReason(network: ReadNetwork, postback: NewPostback): string | undefined {
  const getReasonAt = (ms: number) =>
    getUnauthenticatedReason(readPostback({ ...network, active: true }, { ...postback, receivedAt: new Date(ms) }));
  const now = Date.now();
  return getReasonAt(now) === undefined ? undefined : getReasonAt(now - CLOCK_SKEW_MS);
}

/** Thrown if a postback could not be judged and its network has a custom reply for failures. */
export class JudgingFailed extends Error {
  readonly reply: Reply;
  constructor(reply: Reply, cause: unknown) {
    super('A postback could not be judged', { cause });
    this.reply = reply;
  }
}

/**
 * Returns a function that reads a value of the postback, for use in the reply. A missing or ambiguous value is empty.
 */
export function getEcho(network: Pick<ReadNetwork, 'signing' | 'paramsIn'>, postback: NewPostback): Judgement['echo'] {
  let params: Map<string, Param[]> | undefined;
  return (name) => {
    params ??= getParams(postback, network.signing, network.paramsIn);
    const value = getSingleValue(params.get(name));
    return value === undefined || value === 'ambiguous' ? '' : value.bytes.toString('utf8').slice(0, MAX_ECHO);
  };
}

const MAX_ECHO = 200;
