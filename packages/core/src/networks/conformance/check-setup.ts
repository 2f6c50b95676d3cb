import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { parsed } from '@inaam/dialects/dialect';
import type { Kernel } from '../../kernel/kernel.ts';
import { NOT_SIGNED } from '../../postbacks/read.ts';
import { checkHeader, failed, passed, type Scenario, skipped } from './scenario.ts';

/** What no postback of our own can show: what the settings say beside each other, and what the network really sent. */
export function checkSetup({ network, preset, dialect }: Scenario): ConformanceCheck[] {
  return [active(network.active), currency(), rate(), address()];

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
    if (!preset) return skipped(what, 'Only its own settings say what it is');
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
    const isRupees = network.currency === 'INR';
    const expected = isRupees ? '1 rupee per rupee' : `not 1 rupee per ${network.currency}`;
    const got = `${perUnit} rupees per ${network.currency}`;
    if (isRupees === (perUnit === 1)) return passed(what, expected, got);
    return failed(what, expected, got, ['rate'], `Set the rate to the rupees that one ${network.currency} is worth.`);
  }

  function address(): ConformanceCheck {
    const what = checkHeader('setup', 'setup.postback_query', 'The postback address asks for all that is read', 5);
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

const LOOKED_AT = 20;

/** The one check on the secret itself: a test signs with the key that is set, whether it is the network's or not. */
export async function checkRealPostbacks(kernel: Kernel, networkId: number): Promise<ConformanceCheck> {
  const what = checkHeader('setup', 'setup.real_calls', 'Calls that really came were signed with your key', 15);
  const rows = await kernel.read(
    (_, sql) => sql<{ is_forged: boolean }[]>`
      select outcome = 'refused' and reason = ${NOT_SIGNED} as is_forged from postbacks
      where network_id = ${networkId} and outcome is not null
        and received_at > greatest(now() - interval '30 days', (select updated_at from networks where id = ${networkId}))
      order by received_at desc, id desc limit ${LOOKED_AT}`,
  );
  if (rows.length === 0) return skipped(what, 'None came since the settings were last changed');
  const good = rows.filter((row) => !row.is_forged).length;
  const got = `${good} of the last ${rows.length}`;
  // Anybody can send a forged postback. One good one shows that the key is right.
  if (good > 0) return passed(what, 'at least one', got);
  const advice =
    'Paste the key from the network’s dashboard again, and compare the formula there with how calls are signed here.';
  return failed(what, 'at least one', got, ['secret', 'signing'], advice);
}
