import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { getSignatureCoverage } from '@inaam/contracts/networks/signature-coverage';
import type { Kernel } from '../../kernel/kernel.ts';
import { getParamName, parseTemplate } from '../dialects/dialect.ts';
import type { Judgement } from '../postbacks/judge.ts';
import { NOT_SIGNED } from '../postbacks/read.ts';
import { buildReply } from '../postbacks/reply.ts';
import { type CheckContext, checkHeader, failCheck, passCheck, skipCheck } from './check-context.ts';
import { getTypicalRate } from './typical-rates.ts';

/**
 * Checks what test postbacks cannot show: whether the settings are consistent with each other and with what is known
 * about the network.
 */
export function checkSetup(context: CheckContext): ConformanceCheck[] {
  const { network, known, dialect } = context;
  return [
    checkActive(network.active),
    checkCurrency(),
    checkRate(),
    checkPoints(),
    checkAddress(),
    checkLinkedUser(),
    checkKnownAddresses(),
    checkUnsignedValues(),
    ...checkDocumentedReplies(context),
  ];

  /** Checks that the payout parameter does not contain points of the network, which are not money. */
  function checkPoints(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.points', 'The payout parameter is money, not points', 10);
    const { payout } = network.params;
    if (payout === null) return skipCheck(what, 'No payout is read: the offer’s own payout counts');
    const money = getParamName(dialect, 'payout');
    if (known && money !== undefined) return skipCheck(what, 'Covered by “The payout is recorded at your rate”');
    if (known) {
      const advice =
        `${dialect.label} reports points and no payout. Leave the payout parameter empty; the app then uses the ` +
        'offer’s own payout.';
      return failCheck(what, 'no payout parameter', payout, ['params.payout'], advice);
    }
    const isPoints = /point|coin|credit|virtual|reward|currency_?amount|vc_/i.test(payout);
    if (!isPoints) return passCheck(what, 'the name of an amount', payout);
    return failCheck(
      what,
      'the name of an amount',
      payout,
      ['params.payout'],
      `“${payout}” usually means points: choose the parameter with the payout in ${network.currency}.`,
    );
  }

  function checkLinkedUser(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.link_user', 'The link identifies the user to the network', 1);
    const slot = known && userParam(known.preset.settings.link_params);
    if (!known || !slot) return skipCheck(what, 'There is no preset with a link parameter for the user');
    const got = userParam(network.linkParams) ?? 'nothing';
    if (got === slot) return passCheck(what, slot, got);
    return failCheck(
      what,
      slot,
      got,
      ['link_params'],
      `Add ${slot} with user_id to the link parameters: otherwise each click looks like a new user ` +
        `to ${dialect.label}.`,
    );
  }

  function checkKnownAddresses(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.addresses', 'The known source addresses are allowed', 8);
    const addresses = known?.preset.settings.source_addresses ?? [];
    if (addresses.length === 0) return skipCheck(what, 'No source addresses are known');
    if (network.sourceMode === 'log' || network.sourceAddresses.length === 0) {
      return passCheck(what, addresses.join(', '), 'any address is allowed');
    }
    const missing = addresses.filter((each) => !network.sourceAddresses.includes(each));
    const got = network.sourceAddresses.join(', ');
    if (missing.length === 0) return passCheck(what, addresses.join(', '), got);
    return failCheck(
      what,
      addresses.join(', '),
      got,
      ['source_addresses'],
      `Postbacks from ${missing.join(', ')} are refused: add these addresses, or accept and flag postbacks from ` +
        'other addresses.',
    );
  }

  /**
   * Checks that a maximum click age and a payout ceiling are set if the signature does not cover all relevant values.
   */
  function checkUnsignedValues(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.coverage', 'Unsigned values are limited', 2);
    const coverage = getSignatureCoverage({ ...network, status_rules: network.statusRules });
    const open = Object.entries(coverage).flatMap(([fact, covered]) => (covered === 'open' ? [fact] : []));
    if (open.length === 0) return passCheck(what, 'all relevant values are signed', 'all relevant values are signed');
    const expected = 'a maximum click age and a payout ceiling';
    const missing = [
      ...(network.clickWindowSeconds === null ? ['click_window_seconds'] : []),
      ...(network.payoutCeilingPaise === null ? ['payout_ceiling'] : []),
    ];
    const got = `not signed: ${open.join(', ')}`;
    if (missing.length === 0) return passCheck(what, expected, `${got}; both are set`);
    return failCheck(what, expected, got, missing, 'Set both limits; until then 30 days and ₹5,000 apply.');
  }

  function checkActive(isOn: boolean): ConformanceCheck {
    const what = checkHeader('setup', 'setup.active', 'The network is active', 10);
    if (isOn) return passCheck(what, 'active', 'active');
    return failCheck(
      what,
      'active',
      'not active',
      ['is_active'],
      'Activate the network: until then every real postback is refused.',
    );
  }

  function checkCurrency(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.currency', 'The currency is the network’s', 15);
    if (!known) return skipCheck(what, 'No preset to compare with');
    if (network.currency === dialect.currency) return passCheck(what, dialect.currency, network.currency);
    const advice = [
      `${dialect.label} pays in ${dialect.currency}.`,
      `Set the currency to ${dialect.currency}, and the rate to rupees per ${dialect.currency};`,
      `if your account is in ${network.currency}, leave both.`,
    ].join(' ');
    return failCheck(what, dialect.currency, network.currency, ['currency'], advice);
  }

  function checkRate(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.rate', 'The rate fits the currency', 10);
    const perUnit = Number(network.rateMicros) / 1e6;
    const typical = getTypicalRate(network.currency);
    const got = `${perUnit} rupees per ${network.currency}`;
    if (!typical) return skipCheck(what, `No typical rate is known for ${network.currency}`);
    const [least, most] = typical;
    const expected =
      least === most ? `${least} rupee per ${network.currency}` : `${least} to ${most} rupees per ${network.currency}`;
    if (perUnit >= least && perUnit <= most) return passCheck(what, expected, got);
    return failCheck(what, expected, got, ['rate'], `Set the rate to the rupees per ${network.currency}.`);
  }

  function checkAddress(): ConformanceCheck {
    const what = checkHeader(
      'setup',
      'setup.postback_query',
      'The postback URL contains every parameter that we read',
      5,
    );
    if (network.postbackQuery === '') return skipCheck(what, 'The network adds its parameters itself');
    const requested = parseTemplate(network.postbackQuery).map(([name]) => name);
    const { click_id, transaction_id, payout, status } = network.params;
    const read = Object.entries({ click_id, transaction_id, payout, status });
    const missing = read.filter(([, name]) => name !== null && !requested.includes(name));
    const expected = read.flatMap(([, name]) => (name === null ? [] : [name])).join(', ');
    const got = requested.join(', ');
    if (missing.length === 0) return passCheck(what, expected, got);
    const names = missing.map(([, name]) => `“${name}”`).join(' and ');
    const settings = ['postback_query', ...missing.map(([key]) => `params.${key}`)];
    return failCheck(
      what,
      expected,
      got,
      settings,
      `The postback URL does not contain ${names}. Add what is missing to the URL, or change the parameter names in ` +
        'the settings to those in the URL.',
    );
  }
}

/** Returns the link parameter that contains the user's ID. */
const userParam = (params: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(params).find(([, of]) => of === 'user_id')?.[0];

/** Checks the replies that the network's documentation requires. */
function checkDocumentedReplies({ network, known }: CheckContext): ConformanceCheck[] {
  const replyFor = (judgement: Partial<Judgement>) =>
    buildReply({
      outcome: 'accepted',
      kind: 'approve',
      reason: null,
      completionId: 1,
      forged: false,
      replies: network.replies,
      echo: () => '',
      ...judgement,
    });
  const checks: ConformanceCheck[] = [];
  const required = known?.postbackTemplate.requiresReplies ?? [];
  const expectedBody = known?.preset.settings.replies.approved?.body;
  if (required.includes('approved') && expectedBody !== undefined) {
    const what = checkHeader('replies', 'reply.document', 'A conversion gets the documented reply', 8);
    const { body } = replyFor({});
    checks.push(
      body === expectedBody
        ? passCheck(what, expectedBody, body)
        : failCheck(
            what,
            expectedBody,
            body,
            ['replies.approved'],
            `Reply “${expectedBody}”: otherwise the network resends the postback.`,
          ),
    );
  }
  const expectedStatus = known?.preset.settings.replies.unknown_click?.status;
  if (required.includes('unknown_click') && expectedStatus !== undefined) {
    const what = checkHeader(
      'replies',
      'reply.unknown_click',
      'A postback for an unknown click gets the reply that stops the network from resending it',
      5,
    );
    const { status } = replyFor({ outcome: 'parked', reason: 'Click not found' });
    checks.push(
      status === expectedStatus
        ? passCheck(what, String(expectedStatus), String(status))
        : failCheck(
            what,
            String(expectedStatus),
            String(status),
            ['replies.unknown_click'],
            `Reply with ${expectedStatus}: otherwise the network resends the postback for days.`,
          ),
    );
  }
  return checks;
}

/**
 * For a network whose signature covers the called URL: checks the setting `signed_url`. Test postbacks are signed for
 * that URL even if it is wrong. Any URL except our own needs a proxy, and only a real postback proves that the proxy
 * works.
 */
export function checkSignedUrl({ network }: CheckContext, origin: string, hasRealPostback: boolean): ConformanceCheck {
  const what = checkHeader('setup', 'setup.signed_url', 'The signed URL is the URL that the network calls', 15);
  const { signing, signedUrl } = network;
  if (signing.kind !== 'hmac' || signing.over !== 'url') return skipCheck(what, 'The URL is not signed');
  if (signedUrl === null) return skipCheck(what, 'No signed URL is set: our own URL is signed');
  const ownUrl = `${origin}/postback/${network.slug}`;
  if (signedUrl === ownUrl) return passCheck(what, ownUrl, signedUrl);
  if (hasRealPostback) return passCheck(what, 'a real postback was signed for this URL', signedUrl);
  const advice =
    `The network must call ${signedUrl}, and a proxy there must pass the postbacks on to ${ownUrl}. Without such a ` +
    'proxy, clear the signed URL: otherwise every real postback is refused.';
  return failCheck(what, ownUrl, signedUrl, ['signed_url'], advice);
}

const SAMPLE_SIZE = 20;

/** Checks the secret with real postbacks. Test postbacks cannot check it: they are signed with the saved secret. */
export async function checkRealPostbacks(kernel: Kernel, networkId: number): Promise<ConformanceCheck> {
  const what = checkHeader('setup', 'setup.real_calls', 'Real postbacks are signed with your secret', 15);
  const rows = await kernel.read(
    (_, sql) => sql<{ is_forged: boolean }[]>`
      select outcome = 'refused' and reason = ${NOT_SIGNED} as is_forged from postbacks
      where network_id = ${networkId} and outcome is not null
        and received_at > greatest(now() - interval '30 days', (select updated_at from networks where id = ${networkId}))
      order by received_at desc, id desc limit ${SAMPLE_SIZE}`,
  );
  if (rows.length === 0)
    return skipCheck(what, 'No postbacks since the last change of the settings (only the last 30 days are checked)');
  const genuine = rows.filter((row) => !row.is_forged).length;
  const got = `${genuine} of the last ${rows.length}`;
  // Forged postbacks prove nothing, because anyone can send them. One valid postback proves that the secret is right.
  if (genuine > 0) return passCheck(what, 'at least one', got);
  const advice =
    'Paste the secret from the network’s dashboard again, and compare the network’s formula with the signing settings.';
  return failCheck(what, 'at least one', got, ['secret', 'signing'], advice);
}

const DAYS = 7;
const SHOWN_REASONS = 3;

/** Checks that recent real postbacks had no unmapped status, unknown currency or unreadable payout. */
export async function checkUnderstoodPostbacks(kernel: Kernel, networkId: number): Promise<ConformanceCheck> {
  const what = checkHeader('setup', 'setup.real_words', `Postbacks of the last ${DAYS} days were understood`, 20);
  const rows = await kernel.read(
    (_, sql) => sql<{ reason: string | null; count: number }[]>`
      select case when outcome = 'parked' and (reason like '% is not mapped' or reason like 'There is no rate for %'
        or reason like '% is not an amount') then reason end as reason, count(*) as count
      from postbacks
      where network_id = ${networkId} and outcome is not null and outcome <> 'refused'
        and received_at > now() - make_interval(days => ${DAYS}::int)
      group by 1 order by 2 desc`,
  );
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return skipCheck(what, 'No postbacks');
  const misunderstood = rows.filter(({ reason }) => reason !== null);
  const parked = misunderstood.reduce((sum, { count }) => sum + count, 0);
  const expected = `${all} of ${all}`;
  if (parked === 0) return passCheck(what, expected, expected);
  const reasons = misunderstood.slice(0, SHOWN_REASONS).map(({ reason, count }) => `${reason} (${count})`);
  const settings = [
    ...(misunderstood.some(({ reason }) => reason?.endsWith('is not mapped')) ? ['status_map'] : []),
    ...(misunderstood.some(({ reason }) => reason?.startsWith('There is no rate')) ? ['rates'] : []),
    ...(misunderstood.some(({ reason }) => reason?.endsWith('is not an amount')) ? ['params.payout'] : []),
  ];
  return failCheck(
    what,
    expected,
    `${all - parked} of ${all}`,
    settings,
    `These postbacks are parked and not paid: ${reasons.join('; ')}. Correct these settings, and the postbacks are ` +
      'judged again automatically.',
  );
}
