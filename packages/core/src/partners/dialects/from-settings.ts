import type { NetworkSettings, PostbackKind, StatusRule } from '@inaam/contracts/networks/networks';
import { listNamedParams } from '@inaam/contracts/networks/signature-coverage';
import { signatureParam, getSignatureTemplate as signedTemplate } from '@inaam/contracts/networks/signing';
import { type Dialect, type Field, parseTemplate } from './dialect.ts';

type Settings = Pick<
  NetworkSettings,
  | 'name'
  | 'currency'
  | 'params'
  | 'params_in'
  | 'status_map'
  | 'status_rules'
  | 'signing'
  | 'postback_query'
  | 'timestamp'
>;

const KINDS: readonly PostbackKind[] = ['approve', 'pending', 'reverse', 'ignore'];

/**
 * Derives the dialect of a network without a preset from its settings. A test with this dialect shows what the settings
 * do, but not whether the network behaves like that. The dialect also sends the parameters of the postback URL, because
 * this URL is the only evidence of what the network sends.
 */
export function dialectFromSettings(settings: Settings): Dialect {
  const { signing, params } = settings;
  const inBody =
    settings.params_in === 'body'
      ? signing.kind !== 'ecdsa' && (signing.kind !== 'hmac' || signing.over === 'body' || signing.over === 'template')
      : getSignedPart(signing) === 'body';
  return {
    id: 'own-settings',
    label: settings.name,
    currency: settings.currency,
    method: inBody ? 'POST' : 'GET',
    paramsIn: inBody ? 'body' : 'query',
    encoding: 'rfc3986',
    bodyAs: 'form',
    omitsSignature: false,
    templates: Object.fromEntries(
      KINDS.flatMap((kind): [PostbackKind, string][] => {
        const text = buildTemplate(settings, kind);
        return text === undefined ? [] : [[kind, text]];
      }),
    ),
    status: params.status,
    signing,
  };
}

const getSignedPart = (signing: Settings['signing']): string | undefined =>
  signing.kind === 'hmac' ? signing.over : undefined;

/** Builds the template of a kind of postback from the status map, or else from the first status rule of this kind. */
function buildTemplate(settings: Settings, kind: PostbackKind): string | undefined {
  const words = Object.entries(settings.status_map).filter(([, means]) => means === kind);
  const word = (words.find(([text]) => text !== '') ?? words[0])?.[0];
  const fields = new Map<string, string>(listBaseFields(settings));
  if (word !== undefined && (word === '' || settings.params.status !== null)) {
    if (settings.params.status !== null) fields.set(settings.params.status, word);
    return text(fields);
  }
  const rule = settings.status_rules.find((each) => each.kind === kind);
  if (!rule) return undefined;
  for (const condition of rule.when)
    fields.set(condition.param, getMatchingValue(condition, fields.get(condition.param)));
  return text(fields);
}

const text = (fields: ReadonlyMap<string, string>): string =>
  Array.from(fields, ([name, value]) => `${name}=${value}`).join('&');

function listBaseFields({ params, signing, currency, postback_query, timestamp }: Settings): Field[] {
  const fields: Field[] = [];
  const add = (name: string | null, value: string) => {
    if (name !== null && !fields.some(([each]) => each === name)) fields.push([name, value]);
  };
  add(params.click_id, '{click_id}');
  add(params.transaction_id, '{transaction_id}');
  add(params.payout, '{payout}');
  add(params.currency, currency);
  add(params.goal_id, '{goal_id}');
  add(timestamp?.param ?? null, '{now_ms}');
  const signatureName = signatureParam(signing);
  const hashed = listNamedParams(signedTemplate(signing) ?? '');
  const requested = postback_query === '' ? [] : parseTemplate(postback_query).map(([name]) => name);
  for (const name of [...hashed, ...requested]) {
    if (name !== 'secret' && name !== signatureName && name !== '' && name !== params.status) add(name, '1');
  }
  return fields;
}

function getMatchingValue({ test, value }: StatusRule['when'][number], was: string | undefined): string {
  switch (test) {
    case 'equals':
      return value;
    case 'prefix':
      return `${value}${was ?? '1'}`;
    case 'negative':
      return `-${was === undefined || was === '1' ? '1' : was}`;
    case 'zero':
      return '0';
    case 'present':
      return was === undefined || was === '' ? '1' : was;
  }
}
