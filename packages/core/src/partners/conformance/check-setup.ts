import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { getSignatureCoverage } from '@inaam/contracts/networks/signature-coverage';
import type { Kernel } from '../../kernel/kernel.ts';
import { parsed } from '../dialects/dialect.ts';
import type { Judgement } from '../postbacks/judge.ts';
import { NOT_SIGNED } from '../postbacks/read.ts';
import { buildReply } from '../postbacks/reply.ts';
import { type CheckContext, checkHeader, failed, passed, skipped } from './check-context.ts';
import { getTypicalRate } from './typical-rates.ts';

/** What no postback of our own can show: what the settings say beside each other, and what the network really sent. */
export function checkSetup(scenario: CheckContext): ConformanceCheck[] {
  const { network, known, dialect } = scenario;
  return [
    active(network.active),
    currency(),
    rate(),
    points(),
    address(),
    person(),
    knownAddresses(),
    uncovered(),
    ...documentedReplies(scenario),
  ];

  /** What a network calls its own points is no money. */
  function points(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.points', 'What is read as the payout is money, not points', 10);
    const { payout } = network.params;
    if (payout === null) return skipped(what, 'No payout is read: the offer’s own counts');
    // Where the network is known, the payout that is recorded shows it.
    if (known) return skipped(what, 'See whether the payout is recorded at your rate');
    const isPoints = /point|coin|credit|virtual|reward|currency_?amount|vc_/i.test(payout);
    if (!isPoints) return passed(what, 'the name of an amount', payout);
    return failed(
      what,
      'the name of an amount',
      payout,
      ['params.payout'],
      `“${payout}” is what networks call points: read the parameter that is the payout in ${network.currency}.`,
    );
  }

  function person(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.link_user', 'The link tells the network who the person is', 1);
    const slot = known && userParam(known.preset.settings.link_params);
    if (!known || !slot) return skipped(what, 'It has one place for the click and the person');
    const got = userParam(network.linkParams) ?? 'nothing';
    if (got === slot) return passed(what, slot, got);
    return failed(
      what,
      slot,
      got,
      ['link_params'],
      `Add ${slot} with user_id to the further parameters of links: otherwise each click looks like another person ` +
        `to ${dialect.label}.`,
    );
  }

  function knownAddresses(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.addresses', 'The addresses that it is known to call from may call', 8);
    const addresses = known?.preset.settings.source_addresses ?? [];
    if (addresses.length === 0) return skipped(what, 'None are known');
    if (network.sourceMode === 'log' || network.sourceAddresses.length === 0) {
      return passed(what, addresses.join(', '), 'any address may call');
    }
    const missing = addresses.filter((each) => !network.sourceAddresses.includes(each));
    const got = network.sourceAddresses.join(', ');
    if (missing.length === 0) return passed(what, addresses.join(', '), got);
    return failed(
      what,
      addresses.join(', '),
      got,
      ['source_addresses'],
      `Its calls from ${missing.join(', ')} are refused: add them, or mark calls from elsewhere instead of refusing ` +
        'them.',
    );
  }

  /** What a signature leaves open is bounded by the limits that are set, or else by those that are forced. */
  function uncovered(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.coverage', 'Limits hold for what is not signed', 2);
    const coverage = getSignatureCoverage({ ...network, status_rules: network.statusRules });
    const open = Object.entries(coverage).flatMap(([fact, covered]) => (covered === 'open' ? [fact] : []));
    if (open.length === 0) return passed(what, 'everything that counts is signed', 'everything that counts is signed');
    const expected = 'an oldest click and a highest payout';
    const missing = [
      ...(network.clickWindowSeconds === null ? ['click_window_seconds'] : []),
      ...(network.payoutCeilingPaise === null ? ['payout_ceiling'] : []),
    ];
    const got = `not signed: ${open.join(', ')}`;
    if (missing.length === 0) return passed(what, expected, `${got}; both are set`);
    return failed(what, expected, got, missing, 'Set both limits; until then calls are held to 30 days and ₹5,000.');
  }

  function active(isOn: boolean): ConformanceCheck {
    const what = checkHeader('setup', 'setup.active', 'The network is active', 10);
    if (isOn) return passed(what, 'active', 'active');
    return failed(
      what,
      'active',
      'not active',
      ['is_active'],
      'Make it active: until then every real call is refused.',
    );
  }

  function currency(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.currency', 'The currency is the network’s', 15);
    if (!known) return skipped(what, 'Only its own settings say what it is');
    if (network.currency === dialect.currency) return passed(what, dialect.currency, network.currency);
    const advice = [
      `${dialect.label} pays in ${dialect.currency}.`,
      `Set the currency to it, and the rate to rupees per ${dialect.currency};`,
      `if your account is in ${network.currency}, leave both.`,
    ].join(' ');
    return failed(what, dialect.currency, network.currency, ['currency'], advice);
  }

  function rate(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.rate', 'The rate fits the currency', 10);
    const perUnit = Number(network.rateMicros) / 1e6;
    const usual = getTypicalRate(network.currency);
    const got = `${perUnit} rupees per ${network.currency}`;
    if (!usual) return skipped(what, `Nothing is known of ${network.currency}`);
    const [least, most] = usual;
    const expected =
      least === most ? `${least} rupee per ${network.currency}` : `${least} to ${most} rupees per ${network.currency}`;
    if (perUnit >= least && perUnit <= most) return passed(what, expected, got);
    return failed(what, expected, got, ['rate'], `Set the rate to the rupees that one ${network.currency} is worth.`);
  }

  function address(): ConformanceCheck {
    const what = checkHeader(
      'setup',
      'setup.postback_query',
      'The postback URL asks for every parameter that is read',
      5,
    );
    if (network.postbackQuery === '') return skipped(what, 'The network adds its parameters itself');
    const requested = parsed(network.postbackQuery).map(([name]) => name);
    const { click_id, transaction_id, payout, status } = network.params;
    const read = Object.entries({ click_id, transaction_id, payout, status });
    const missing = read.filter(([, name]) => name !== null && !requested.includes(name));
    const expected = read.flatMap(([, name]) => (name === null ? [] : [name])).join(', ');
    const got = requested.join(', ');
    if (missing.length === 0) return passed(what, expected, got);
    const names = missing.map(([, name]) => `“${name}”`).join(' and ');
    const settings = ['postback_query', ...missing.map(([key]) => `params.${key}`)];
    return failed(
      what,
      expected,
      got,
      settings,
      `Nothing asks the network for ${names}: add it to the postback address, or read the parameter that is asked for.`,
    );
  }
}

/** The parameter of our link that carries the person. */
const userParam = (params: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(params).find(([, of]) => of === 'user_id')?.[0];

/** Do our replies say what the network's documents ask for? */
function documentedReplies({ network, known }: CheckContext): ConformanceCheck[] {
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
  const required = known?.calling.requiresReplies ?? [];
  const taken = known?.preset.settings.replies.approved?.body;
  if (required.includes('approved') && taken !== undefined) {
    const what = checkHeader('replies', 'reply.document', 'A conversion is answered as its documents ask', 8);
    const { body } = replyFor({});
    checks.push(
      body === taken
        ? passed(what, taken, body)
        : failed(
            what,
            taken,
            body,
            ['replies.approved'],
            `Reply “${taken}”: otherwise it takes the call for lost and sends it again.`,
          ),
    );
  }
  const stop = known?.preset.settings.replies.unknown_click?.status;
  if (required.includes('unknown_click') && stop !== undefined) {
    const what = checkHeader('replies', 'reply.unknown_click', 'A call for an unknown click is told to stop', 5);
    const { status } = replyFor({ outcome: 'parked', reason: 'Click not found' });
    checks.push(
      status === stop
        ? passed(what, String(stop), String(status))
        : failed(
            what,
            String(stop),
            String(status),
            ['replies.unknown_click'],
            `Reply with ${stop}: anything else is sent again for days.`,
          ),
    );
  }
  return checks;
}

const LOOKED_AT = 20;

/** The one check on the secret itself: a test signs with the key that is set, whether it is the network's or not. */
export async function checkRealPostbacks(kernel: Kernel, networkId: number): Promise<ConformanceCheck> {
  const what = checkHeader('setup', 'setup.real_calls', 'Real calls were signed with your key', 15);
  const rows = await kernel.read(
    (_, sql) => sql<{ is_forged: boolean }[]>`
      select outcome = 'refused' and reason = ${NOT_SIGNED} as is_forged from postbacks
      where network_id = ${networkId} and outcome is not null
        and received_at > greatest(now() - interval '30 days', (select updated_at from networks where id = ${networkId}))
      order by received_at desc, id desc limit ${LOOKED_AT}`,
  );
  if (rows.length === 0) return skipped(what, 'No calls since the settings were last changed');
  const good = rows.filter((row) => !row.is_forged).length;
  const got = `${good} of the last ${rows.length}`;
  // Anybody can send a forged postback. One good one shows that the key is right.
  if (good > 0) return passed(what, 'at least one', got);
  const advice =
    'Paste the key from the network’s dashboard again, and compare the formula there with how calls are signed here.';
  return failed(what, 'at least one', got, ['secret', 'signing'], advice);
}

const DAYS = 7;
const SHOWN_REASONS = 3;

/** What the network really said in the last days: calls that wait because a word or a currency is not known. */
export async function checkRealWords(kernel: Kernel, networkId: number): Promise<ConformanceCheck> {
  const what = checkHeader('setup', 'setup.real_words', `Calls of the last ${DAYS} days were understood`, 20);
  const rows = await kernel.read(
    (_, sql) => sql<{ reason: string | null; calls: number }[]>`
      select case when outcome = 'parked' and (reason like '% is not mapped' or reason like 'There is no rate for %')
        then reason end as reason, count(*) as calls
      from postbacks
      where network_id = ${networkId} and outcome is not null and outcome <> 'refused'
        and received_at > now() - make_interval(days => ${DAYS}::int)
      group by 1 order by 2 desc`,
  );
  const all = rows.reduce((sum, { calls }) => sum + calls, 0);
  if (all === 0) return skipped(what, 'No calls');
  const misunderstood = rows.filter(({ reason }) => reason !== null);
  const lost = misunderstood.reduce((sum, { calls }) => sum + calls, 0);
  const expected = `${all} of ${all}`;
  if (lost === 0) return passed(what, expected, expected);
  const reasons = misunderstood.slice(0, SHOWN_REASONS).map(({ reason, calls }) => `${reason} (${calls})`);
  const settings = [
    ...(misunderstood.some(({ reason }) => reason?.endsWith('is not mapped')) ? ['status_map'] : []),
    ...(misunderstood.some(({ reason }) => reason?.startsWith('There is no rate')) ? ['rates'] : []),
  ];
  return failed(
    what,
    expected,
    `${all - lost} of ${all}`,
    settings,
    `They wait and pay nobody: ${reasons.join('; ')}. Say in the settings what these words mean, and they are judged ` +
      'again by themselves.',
  );
}
