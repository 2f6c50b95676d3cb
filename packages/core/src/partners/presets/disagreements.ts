import type { NetworkPreset, PostbackKind } from '@inaam/contracts/networks/networks';
import { buildPostback } from '@inaam/dialects/build-postback';
import { type DialectSpec, dialectOf } from '@inaam/dialects/spec';
import { encodeBody } from '../postbacks/parse.ts';
import { readPostback, type Verdict } from '../postbacks/read.ts';
import { toRules } from '../settings/settings.ts';

/** Where a preset and what other sources say of the same network part: one of the two may be wrong. */

const SECRET = 'a-secret-for-the-comparison';
const REPORT = { clickId: 'the-click', transactionId: 'the-transaction', payout: '1.25', goalId: 'the-goal' };

const kindWords: Record<PostbackKind, string> = {
  approve: 'a conversion',
  pending: 'a pending conversion',
  reverse: 'a reversal',
  ignore: 'a call to ignore',
};

/**
 * What differs, as sentences an operator can check by. The network is played by its description, with its own address
 * and link and with those of the preset, and read by the preset.
 */
export function disagreements({ settings }: NetworkPreset, spec: DialectSpec): string[] {
  const found: string[] = [];
  if (settings.currency !== spec.currency) {
    found.push(`Its currency: ${settings.currency} here, ${spec.currency} in other sources.`);
  }
  // Who signs with a private key is not asked by anybody else.
  if (spec.signing.kind !== 'ecdsa') {
    const dialect = dialectOf(spec, settings);
    for (const kind of Object.keys(spec.kinds) as PostbackKind[]) {
      const request = buildPostback(
        dialect,
        { origin: 'https://app.example', slug: settings.slug, secret: SECRET, signedUrl: null },
        { ...REPORT, kind },
      );
      const rules = toRules(
        { ...settings, source_addresses: [] },
        { signingSecret: SECRET, previousSecret: null, previousUntil: null, isSecretLost: false },
      );
      const verdict = readPostback(rules, {
        method: request.method,
        rawUrl: request.url,
        rawQuery: request.query,
        ...encodeBody(Buffer.from(request.body, 'utf8')),
        cutFrom: null,
        contentType: request.contentType,
        headers: request.headers,
        ip: null,
        receivedAt: new Date(),
      });
      const problem = problemOf(kind, verdict, dialect.templates[kind] ?? '');
      if (problem) found.push(`How it reports ${kindWords[kind]}: ${problem}`);
    }
  } else if (JSON.stringify(settings.signing) !== JSON.stringify(spec.signing)) {
    found.push('How its signature is made.');
  }
  const { wants, addresses = [] } = spec;
  const body = settings.replies.approved?.body;
  if (wants?.taken !== undefined && body !== wants.taken) {
    found.push(`The reply it expects: “${body ?? 'our own words'}” here, “${wants.taken}” in other sources.`);
  }
  const missing = addresses.filter((each) => !settings.source_addresses.includes(each));
  if (missing.length > 0) found.push(`Its IP addresses: other sources also name ${missing.join(', ')}.`);
  return found;
}

function problemOf(kind: PostbackKind, verdict: Verdict, template: string): string | undefined {
  if (kind === 'ignore') {
    return verdict.outcome === 'ignored' ? undefined : 'other sources say to ignore it; here it would count.';
  }
  if (verdict.outcome !== undefined)
    return `a call as other sources describe it is ${verdict.outcome} here: ${verdict.reason}.`;
  if (verdict.kind !== kind) return `what other sources describe is read as ${kindWords[verdict.kind]} here.`;
  if (verdict.click_id !== REPORT.clickId) return 'other sources send the click id in another parameter.';
  if (!verdict.transaction_id.includes(REPORT.transactionId) && template.includes('{transaction_id}')) {
    return 'other sources send the transaction in another parameter.';
  }
  const sendsPayout = template.includes('{payout}');
  return sendsPayout && verdict.payout_micros === null ? 'it sends a payout that we do not read.' : undefined;
}
