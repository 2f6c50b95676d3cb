import {
  type ConversionReport,
  type Dialect,
  type Edits,
  type Field,
  type PostbackRequest,
  parsed,
  type Target,
} from './dialect.ts';
import { encodeValue, joined, signatureOf } from './sign.ts';

/** How a postback differs from the one that the network would normally send. */
export interface Variations {
  /** Changes that the network itself made, signed like the rest. */
  edits?: Edits;
  /** Changes made on the way: the signature is still that of the genuine request. */
  tampered?: Edits;
  /** Leaves out whatever shows who sent it. */
  unsigned?: boolean;
}

/**
 * The HTTP request by which a network reports a conversion, signed as that network signs.
 * @throws Error when the network never sends a postback of this kind
 */
export function buildPostback(
  dialect: Dialect,
  target: Target,
  report: ConversionReport,
  variations: Variations = {},
): PostbackRequest {
  const template = dialect.templates[report.kind];
  if (template === undefined) throw new Error(`${dialect.label} does not report ${report.kind}`);
  const { signing, paramsIn, encoding, method } = dialect;
  const genuine = withEdits(fillTemplate(parsed(template), report), variations.edits);
  const sent = withEdits(genuine, variations.tampered);
  const inBody = paramsIn === 'body';
  const path = `${target.origin}/postback/${target.slug}`;
  const hasSecretPath = signing.kind === 'path_secret' && !variations.unsigned;
  const url = hasSecretPath ? `${path}/${encodeURIComponent(target.secret)}` : path;
  const text = joined(encoding, genuine);
  const signature = signatureOf(signing, target.secret, {
    fields: genuine,
    encoding,
    url: target.signedUrl ?? url,
    query: inBody ? '' : text,
    body: inBody ? text : '',
  });

  const request: PostbackRequest = {
    method,
    url,
    query: inBody ? '' : joined(encoding, sent),
    headers: {},
    body: inBody ? joined(encoding, sent) : '',
    contentType: inBody ? 'application/x-www-form-urlencoded' : null,
  };
  if (signature === null || variations.unsigned || signing.kind === 'path_secret') return request;
  if (signing.in === 'header') return { ...request, headers: { [signing.name.toLowerCase()]: signature } };
  const parameter = `${encodeValue(encoding, signing.name)}=${encodeValue(encoding, signature)}`;
  const withSignature = (before: string) => (before === '' ? parameter : `${before}&${parameter}`);
  // A keyed digest over the body cannot be part of that body.
  return inBody && signing.kind !== 'hmac'
    ? { ...request, body: withSignature(request.body) }
    : { ...request, query: withSignature(request.query) };
}

const fillTemplate = (
  fields: readonly Field[],
  { clickId, transactionId, payout, goalId }: ConversionReport,
): Field[] => {
  const values: Record<string, string> = {
    click_id: clickId,
    transaction_id: transactionId,
    payout,
    goal_id: goalId,
  };
  return fields.map(([name, value]) => [
    name,
    value.replace(/\{(click_id|transaction_id|payout|goal_id)\}/g, (_, key: string) => values[key] ?? ''),
  ]);
};

function withEdits(fields: readonly Field[], { drop = [], set = {}, twice = [] }: Edits = {}): Field[] {
  const kept = fields.filter(([name]) => !drop.includes(name));
  const there = kept.map(([name, value]): Field => [name, set[name] ?? value]);
  const added = Object.entries(set).filter(([name]) => !kept.some(([each]) => each === name));
  const again = twice.map((name): Field => [name, 'another']);
  return [...there, ...added, ...again];
}
