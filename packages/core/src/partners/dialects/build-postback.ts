import { signatureHeader } from '@inaam/contracts/networks/signing';
import {
  type ConversionReport,
  type Dialect,
  type Edits,
  type Field,
  type PostbackRequest,
  parseTemplate,
  type Target,
} from './dialect.ts';
import { computeSignature, encodeValue, joinFields } from './sign.ts';

/** ID of the key pair that a simulated network signs with. */
export const STAND_IN_KEY_ID = '1';

/** How a postback differs from a regular postback of the network. */
export interface Variations {
  /** Changes before the network signs, so that the signature covers the changes. */
  edits?: Edits;
  /** Changes after the network has signed: the signature is still that of the unchanged request. */
  tampered?: Edits;
  /** Omits everything that proves who sent the postback. */
  unsigned?: boolean;
}

/**
 * Builds the HTTP request that reports a conversion, signed as the network signs.
 * @throws Error if the network never sends a postback of this kind
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
  const genuine = applyEdits(fillTemplate(parseTemplate(template), report), variations.edits);
  const sent = applyEdits(genuine, variations.tampered);
  const inBody = paramsIn === 'body';
  const path = `${target.origin}/postback/${target.slug}`;
  const hasSecretPath = signing.kind === 'path_secret' && !variations.unsigned;
  const url = hasSecretPath ? `${path}/${encodeURIComponent(target.secret)}` : path;
  const text = joinFields(encoding, genuine);
  const encodeBody = (fields: readonly Field[]) => buildBody(dialect, fields);
  const signature = variations.unsigned
    ? null
    : computeSignature(signing, target.secret, {
        fields: genuine,
        encoding,
        url: target.signedUrl ?? url,
        query: inBody ? '' : text,
        body: inBody ? encodeBody(genuine) : '',
      });

  const request: PostbackRequest = {
    method,
    url,
    query: inBody ? '' : joinFields(encoding, sent),
    headers: {},
    body: inBody ? encodeBody(sent) : '',
    contentType: inBody ? CONTENT_TYPES[dialect.bodyAs] : null,
  };
  if (signature === null || variations.unsigned || dialect.omitsSignature || signing.kind === 'path_secret') {
    return request;
  }
  const header = signatureHeader(signing);
  if (header !== null) return { ...request, headers: { [header]: signature } };
  const keyId = signing.kind === 'ecdsa' ? `&${signing.key_param}=${STAND_IN_KEY_ID}` : '';
  const parameter = `${encodeValue(encoding, signing.name)}=${encodeValue(encoding, signature)}${keyId}`;
  const appendSignature = (before: string) => (before === '' ? parameter : `${before}&${parameter}`);
  // Adds the signature to a body that is not a form, unless the signature is a digest of the body itself.
  if (inBody && dialect.bodyAs !== 'form' && (signing.kind !== 'hmac' || signing.over === 'template')) {
    return { ...request, body: encodeBody([...sent, [signing.kind === 'ecdsa' ? '' : signing.name, signature]]) };
  }
  return inBody && (signing.kind !== 'hmac' || signing.over === 'template')
    ? { ...request, body: appendSignature(request.body) }
    : { ...request, query: appendSignature(request.query) };
}

const BOUNDARY = 'a-boundary-of-the-network';
const CONTENT_TYPES = {
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${BOUNDARY}`,
  json: 'application/json',
} as const;

function buildBody({ bodyAs, encoding }: Dialect, fields: readonly Field[]): string {
  switch (bodyAs) {
    case 'form':
      return joinFields(encoding, fields);
    case 'json':
      return JSON.stringify(Object.fromEntries(fields));
    case 'multipart': {
      const parts = fields.map(
        ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      return `${parts.join('')}--${BOUNDARY}--\r\n`;
    }
  }
}

const fillTemplate = (
  fields: readonly Field[],
  { clickId, transactionId, payout, goalId, userId = 'u-5' }: ConversionReport,
): Field[] => {
  const values: Record<string, string> = {
    click_id: clickId,
    transaction_id: transactionId,
    payout,
    goal_id: goalId,
    user_id: userId,
    now_ms: String(Date.now()),
  };
  return fields.map(([name, value]) => [
    name,
    value.replace(
      /\{(click_id|transaction_id|payout|goal_id|user_id|now_ms)\}/g,
      (_, key: string) => values[key] ?? '',
    ),
  ]);
};

function applyEdits(fields: readonly Field[], { drop = [], set = {}, twice = [] }: Edits = {}): Field[] {
  const remaining = fields.filter(([name]) => !drop.includes(name));
  const edited = remaining.map(([name, value]): Field => [name, set[name] ?? value]);
  const added = Object.entries(set).filter(([name]) => !remaining.some(([each]) => each === name));
  const duplicated = twice.map((name): Field => [name, 'another']);
  return [...edited, ...added, ...duplicated];
}
