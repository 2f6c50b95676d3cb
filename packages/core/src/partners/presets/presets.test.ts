import { createHash, createHmac } from 'node:crypto';
import { networkSettings } from '@inaam/contracts/networks/networks';
import { describe, expect, test } from 'vitest';
import type { Postback } from '../postbacks/parse.ts';
import { readPostback } from '../postbacks/read.ts';
import { aPostback } from '../postbacks/rules.fixture.ts';
import { toRules } from '../settings/settings.ts';
import { presets } from './presets.ts';

/**
 * Every preset against postbacks that are signed here by the vendor's formula, with node:crypto and no code of ours.
 */

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const KEY = 'k3y-of-the-dashboard';

function presetOf(id: string) {
  const found = presets.find((preset) => preset.id === id);
  if (!found) throw new Error(`there is no preset ${id}`);
  return found;
}

const read = (id: string, sent: Partial<Postback>, secret = KEY) =>
  readPostback(
    toRules(presetOf(id).settings, {
      signingSecret: secret,
      previousSecret: null,
      previousUntil: null,
      isSecretLost: false,
    }),
    aPostback({ rawUrl: `https://app.example/postback/${id}`, ...sent }),
  );

interface Golden {
  id: string;
  /** A genuine postback, its signature left out where `signed` adds it. */
  query: string;
  /** The whole postback as it arrives. */
  signed: (query: string) => Partial<Postback>;
  expected: object;
  /** A change of the query that the signature must notice. */
  tampered?: [string, string];
  more?: [query: string, expected: object][];
}

const url = (id: string) => `https://app.example/postback/${id}`;
const value = (query: string, name: string) => new URLSearchParams(query).get(name) ?? '';
const appended = (name: string, sign: (query: string) => string) => (query: string) => ({
  rawQuery: `${query}&${name}=${sign(query)}`,
});
const asPath = (id: string) => (query: string) => ({ rawQuery: query, rawUrl: `${url(id)}/${KEY}` });

const golden: Golden[] = [
  {
    id: 'bitlabs',
    query: 'uid=c-1&tx=TX1&raw=1.25&state=COMPLETED&type=',
    signed: appended('hash', (query) =>
      createHmac('sha1', KEY)
        .update(`${url('bitlabs')}?${query}`)
        .digest('hex'),
    ),
    expected: {
      kind: 'approve',
      click_id: 'c-1',
      transaction_id: 'TX1',
      payout_micros: '1250000',
      payout_paise: 11_000,
    },
    tampered: ['raw=1.25', 'raw=9.25'],
    more: [
      ['uid=c-1&tx=TX1&raw=1.25&state=PENDING', { kind: 'pending', transaction_id: 'TX1' }],
      ['uid=c-1&tx=TX1&raw=1.25&state=RECONCILED&type=RECONCILIATION', { kind: 'reverse', transaction_id: 'TX1' }],
      ['uid=c-1&tx=TX1&raw=-1.25&state=RECONCILED', { kind: 'reverse', transaction_id: 'TX1' }],
      // An install step: completed, and paid nothing. Neither a spin nor a parked call.
      ['uid=c-1&tx=TX2&raw=0.00&state=COMPLETED&type=COMPLETE', { outcome: 'ignored' }],
      // States switched off, which is the default.
      ['uid=c-1&tx=o3&raw=0.80&state=NONE&type=COMPLETE', { kind: 'approve', transaction_id: 'o3' }],
      ['uid=c-1&tx=o3&raw=0.80&state=NONE&type=', { kind: 'approve', transaction_id: 'o3' }],
      [
        'uid=c-1&tx=or3&ref=o3&raw=-0.80&state=NONE&type=RECONCILIATION',
        { kind: 'reverse', transaction_id: 'o3', reversal_id: 'or3' },
      ],
      ['uid=c-1&tx=S1&raw=0.05&type=START_BONUS', { outcome: 'ignored' }],
      ['uid=c-1&tx=S1&raw=0.00&type=SCREENOUT', { outcome: 'ignored' }],
      ['uid=c-1&tx=S1&raw=0.80&type=COMPLETE', { kind: 'approve', transaction_id: 'S1' }],
      [
        'uid=c-1&tx=S2&ref=S1&raw=-0.80&type=RECONCILIATION',
        { kind: 'reverse', transaction_id: 'S1', reversal_id: 'S2' },
      ],
      ['uid=c-1&tx=S1&raw=0.80&type=NEW_WORD', { outcome: 'parked' }],
      // The state wins over the type.
      ['uid=c-1&tx=S1&raw=0.80&state=NEW_STATE&type=COMPLETE', { outcome: 'parked' }],
      ['uid=c-1&tx=m1&raw=0.80&magic_receipt_state=REVIEWING', { kind: 'pending', transaction_id: 'm1' }],
      ['uid=c-1&tx=m1&raw=0.80&magic_receipt_state=COMPLETED', { kind: 'approve', transaction_id: 'm1' }],
      ['uid=c-1&tx=m1&raw=0.80&magic_receipt_state=REJECTED', { kind: 'reverse', transaction_id: 'm1' }],
    ],
  },
  {
    id: 'cpx',
    query: 'status=1&trans_id=t9&subid_1=c-1&amount_usd=0.50',
    signed: appended('hash', (query) => md5(`${value(query, 'trans_id')}-${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_paise: 4400 },
    tampered: ['trans_id=t9', 'trans_id=t8'],
    more: [['status=2&trans_id=t9&subid_1=c-1&amount_usd=0.50', { kind: 'reverse', transaction_id: 't9' }]],
  },
  {
    id: 'theoremreach',
    query: 'user_id=c-1&tx_id=tr7&reward=100&currency=0.73',
    signed: appended('hash', (query) =>
      createHmac('sha1', KEY)
        .update(`${url('theoremreach')}?${query}`)
        .digest('base64url'),
    ),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'tr7', payout_micros: '730000' },
    tampered: ['currency=0.73', 'currency=7.30'],
    more: [
      ['user_id=c-1&tx_id=tr7&reward=100&currency=0.73&debug=true', { outcome: 'ignored' }],
      ['user_id=c-1&tx_id=tr7&reward=-100&currency=-0.73&reversal=true', { kind: 'reverse' }],
    ],
  },
  {
    id: 'ayet',
    query: 'transaction_id=8ee08f&external_identifier=c-1&payout_usd=1.50&offer_name=A%20b~c',
    signed: (query) => ({
      rawQuery: query,
      headers: {
        'x-ayetstudios-security-hash': createHmac('sha256', KEY)
          .update(
            [...new URLSearchParams(query)]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(
                ([name, text]) => `${name}=${encodeURIComponent(text).replaceAll('%20', '+').replaceAll('~', '%7E')}`,
              )
              .join('&'),
          )
          .digest('hex'),
      },
    }),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: '8ee08f', payout_micros: '1500000' },
    tampered: ['payout_usd=1.50', 'payout_usd=15.0'],
    more: [
      [
        'transaction_id=r-8ee08f&external_identifier=c-1&payout_usd=-1.50&is_chargeback=1',
        { kind: 'reverse', transaction_id: '8ee08f' },
      ],
    ],
  },
  {
    id: 'tapjoy',
    query: 'snuid=c-1&id=001234&currency=10',
    signed: appended('verifier', (query) => md5(`001234:c-1:${value(query, 'currency')}:${KEY}`)),
    // "001234" is not "1234".
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: '001234', payout_paise: null },
    tampered: ['id=001234', 'id=1234'],
  },
  {
    id: 'adgem',
    query: 'player_id=c-1&transaction_id=a1&payout=2.10&amount=210&goal_name=Level%205',
    signed: appended('verifier', (query) =>
      createHmac('sha256', KEY)
        .update(`${url('adgem')}?${query}`)
        .digest('hex'),
    ),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'a1', goal_id: 'Level 5', payout_micros: '2100000' },
    tampered: ['payout=2.10', 'payout=21.0'],
  },
  {
    id: 'lootably',
    query: 'userID=c-1&transactionID=L1&ip=192.0.2.1&revenue=0.5&currencyReward=50&status=1&goalID=g',
    signed: appended('hash', () => sha256(`c-1192.0.2.10.550${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'L1', goal_id: 'g', payout_micros: '500000' },
    tampered: ['revenue=0.5', 'revenue=5.0'],
    more: [['userID=c-1&transactionID=L1&ip=192.0.2.1&revenue=0.5&currencyReward=50&status=0', { kind: 'reverse' }]],
  },
  {
    id: 'offertoro',
    query: 'id=77&oid=5&user_id=c-1&payout=1.00',
    signed: appended('sig', () => md5(`5-c-1-${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: '77', payout_ceiling_paise: 500_000 },
    tampered: ['user_id=c-1', 'user_id=c-2'],
    more: [
      ['id=77&oid=5&user_id=c-1&amount=-30&payout=-1.00', { kind: 'reverse', transaction_id: '77' }],
      // What was pasted and what it appends by itself: the same twice counts once, different values do not.
      ['id=77&oid=5&user_id=c-1&payout=1.00&id=77&user_id=c-1', { kind: 'approve', transaction_id: '77' }],
      [
        'id=77&oid=5&user_id=c-1&payout=1.00&id=78',
        { outcome: 'refused', reason: 'id is there with different values' },
      ],
    ],
  },
  {
    id: 'pubscale',
    query: 'user_id=c-1&value=12.75&token=tok1&goal_value=g',
    signed: appended('signature', () => md5(`${KEY}.c-1.12.tok1`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'tok1', currency: 'INR', payout_paise: null },
    tampered: ['value=12.75', 'value=13.75'],
  },
  {
    id: 'wannads',
    query: 'user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=30&payout=0.30&status=credited',
    signed: appended('signature', (query) => md5(`u-1w1${value(query, 'reward')}${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'w1', payout_ceiling_paise: 500_000 },
    tampered: ['transaction_id=w1', 'transaction_id=w2'],
    more: [
      ['user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=-30&payout=0.30&status=credited', { kind: 'reverse' }],
      ['user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=30&payout=0.30&status=2', { kind: 'reverse' }],
    ],
  },
  {
    id: 'wannads-classic',
    query: 'subId=u-1&subId2=c-1&transId=w1&uuid=k1&reward=30&payout=0.30&status=1',
    signed: appended('signature', (query) => md5(`u-1${value(query, 'transId')}${value(query, 'reward')}${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'k1' },
    tampered: ['reward=30', 'reward=31'],
    more: [
      // A transaction of its own, and the click of what it takes back.
      [
        'subId=u-1&subId2=c-1&transId=w2&uuid=k1&reward=30&payout=0.30&status=2',
        { kind: 'reverse', transaction_id: 'k1' },
      ],
    ],
  },
  {
    id: 'revtoo',
    query: 'subId=c-1&transId=REV-1&reward=500&payout=1.00&status=1&debug=0',
    signed: appended('signature', () => md5(`c-1REV-1500${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'REV-1', payout_micros: '1000000' },
    tampered: ['transId=REV-1', 'transId=REV-2'],
    more: [
      ['subId=c-1&transId=REV-1&reward=500&payout=1.00&status=2&debug=0', { kind: 'reverse', transaction_id: 'REV-1' }],
      ['subId=c-1&transId=REV-1&reward=500&payout=1.00&status=1&debug=1', { outcome: 'ignored' }],
    ],
  },
  {
    id: 'kiwiwall',
    query: 'status=1&trans_id=k1&sub_id=c-1&gross=0.30&amount=30',
    signed: appended('signature', () => md5(`c-1:30:${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'k1', payout_micros: '300000' },
    tampered: ['amount=30', 'amount=300'],
    more: [['status=2&trans_id=k1&sub_id=c-1&gross=0.30&amount=30', { kind: 'reverse', transaction_id: 'k1' }]],
  },
  {
    id: 'timewall',
    query: 'userID=c-1&transactionID=t1&revenue=0.30&currencyAmount=30&type=credit',
    signed: appended('hash', (query) => sha256(`c-1${value(query, 'revenue')}${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't1', payout_micros: '300000' },
    tampered: ['revenue=0.30', 'revenue=3.00'],
    more: [['userID=c-1&transactionID=t1&revenue=-0.30&type=chargeback', { kind: 'reverse', transaction_id: 't1' }]],
  },
  {
    id: 'notik',
    query: 'user_id=c-1&amount=30&payout=0.30&txn_id=n1',
    signed: appended('hash', (query) =>
      createHmac('sha1', KEY)
        .update(`${url('notik')}?${query}`)
        .digest('hex'),
    ),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'n1', payout_micros: '300000' },
    tampered: ['payout=0.30', 'payout=3.00'],
    more: [['user_id=c-1&amount=-30&payout=-0.30&txn_id=n1', { kind: 'reverse', transaction_id: 'n1' }]],
  },
  {
    id: 'adgem-v3',
    query: '{"player_id":"c-1","request_id":"r1","payout":2.10,"goal_name":"Level 5"}',
    signed: (body) => ({
      method: 'POST',
      rawBody: body,
      contentType: 'application/json',
      headers: { signature: createHmac('sha256', KEY).update(body).digest('hex') },
    }),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'r1', payout_micros: '2100000' },
  },
  {
    id: 'pollfish',
    query:
      'cpa=30&device_id=d&request_uuid=c-1&reward_name=P&reward_value=3&status=eligible&reason=&timestamp=1793527200000&tx_id=p1',
    signed: appended('signature', (query) => {
      const names = [
        'cpa',
        'device_id',
        'request_uuid',
        'reward_name',
        'reward_value',
        'status',
        'reason',
        'timestamp',
      ];
      const text = [...names, 'tx_id'].map((name) => value(query, name)).join(':');
      return encodeURIComponent(createHmac('sha1', KEY).update(text).digest('base64'));
    }),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'p1', payout_paise: null },
    tampered: ['request_uuid=c-1', 'request_uuid=c-2'],
    more: [
      [
        'cpa=30&device_id=d&request_uuid=c-1&reward_name=P&reward_value=3&status=eligible&reason=&timestamp=1693527200000&tx_id=p1',
        { outcome: 'refused', reason: expect.stringContaining('timestamp is too far from the time') },
      ],
    ],
  },
  {
    id: 'white-label-wall',
    query: 'subId=c-1&transId=w1&reward=30&payout=0.30&status=1',
    signed: appended('signature', (query) => md5(`c-1w1${value(query, 'reward')}${KEY}`)),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'w1' },
    tampered: ['reward=30', 'reward=31'],
    more: [
      ['subId=c-1&transId=w1&reward=30&payout=0.30&status=2', { kind: 'reverse', transaction_id: 'w1' }],
      ['subId=c-1&transId=w1&reward=30&payout=0.30&status=3', { outcome: 'parked' }],
    ],
  },
  {
    id: 'ogads',
    query: 'aff_sub=c-1&payout=1.10&offer_id=9',
    signed: asPath('ogads'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'click:c-1:', unsigned: true },
  },
  {
    id: 'cpalead',
    query: 'subid=c-1&lead_id=l1&payout=1.10',
    signed: (query) => ({ rawQuery: `${query}&password=${KEY}` }),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'l1', unsigned: true },
  },
  {
    id: 'adgate',
    query: 's1=u&s2=c-1&conversion_id=a1&payout=1.10&state=approved&event_id=',
    signed: asPath('adgate'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'a1' },
    more: [
      ['s1=u&s2=c-1&conversion_id=a1&payout=1.10&state=pending', { kind: 'pending' }],
      ['s1=u&s2=c-1&conversion_id=a1&payout=1.10&state=rejected', { kind: 'reverse', transaction_id: 'a1' }],
      ['s1=u&s2=c-1&conversion_id=a2&payout=0&state=approved&event_id=install', { outcome: 'ignored' }],
      ['s1=u&s2=c-1&conversion_id=a2&payout=1.10&state=1', { outcome: 'parked' }],
    ],
  },
  {
    id: 'monlix',
    query: 'userId=u&subId=c-1&transactionId=m1&payout=0.40&status=1',
    signed: (query) => ({ rawQuery: `secretKey=${KEY}&${query}` }),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'm1' },
    more: [['userId=u&subId=c-1&transactionId=m1&payout=0.40&status=2', { kind: 'reverse' }]],
  },
  {
    id: 'affise',
    query: 'sub1=c-1&action_id=a1&sum=1.10&currency=USD&status=1&goal=1',
    signed: asPath('affise'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'a1', goal_id: '1' },
    more: [
      ['sub1=c-1&action_id=a1&sum=1.10&currency=USD&status=2', { kind: 'pending' }],
      ['sub1=c-1&action_id=a1&sum=1.10&currency=USD&status=3', { kind: 'reverse' }],
      [
        'sub1=c-1&action_id=a1&sum=1.10&currency=EUR&status=1',
        { outcome: 'parked', reason: 'There is no rate for EUR' },
      ],
    ],
  },
  {
    id: 'everflow',
    query: 'sub1=c-1&transaction_id=e1&amount=1.10',
    signed: asPath('everflow'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'e1' },
  },
  {
    id: 'keitaro',
    query: 'external_id=c-1&transaction=kc-&tid=&payout=1.10&currency=USD&status=sale',
    signed: asPath('keitaro'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'kc-' },
    more: [
      ['external_id=c-1&transaction=kc-&tid=&payout=1.10&status=lead', { kind: 'pending' }],
      ['external_id=c-1&transaction=kc-&tid=&payout=1.10&status=rejected', { kind: 'reverse' }],
      ['external_id=c-1&transaction=kc-2&tid=2&payout=1.10&status=rebill', { kind: 'approve', transaction_id: 'kc-2' }],
      // A macro that the tracker does not know arrives as it stands.
      ['external_id={external_id}&transaction=kc-&payout=1.10&status=sale', { outcome: 'refused' }],
    ],
  },
  {
    id: 'tune',
    query: 'aff_click_id=c-1&transaction_id=h1&payout=1.10&currency=USD&goal_id=2',
    signed: asPath('tune'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'h1', goal_id: '2' },
  },
  {
    id: 'cake',
    query: 's2=c-1&leadid=L9&price=1.10',
    signed: asPath('cake'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'L9', payout_micros: '1100000' },
    more: [['s2=#s2#&leadid=L9&price=1.10', { outcome: 'refused' }]],
  },
  {
    id: 'impact',
    query: 'SubId1=c-1&ActionId=8882.1&Payout=1.10&Currency=USD&Status=APPROVED',
    signed: asPath('impact'),
    expected: { kind: 'approve', click_id: 'c-1', transaction_id: '8882.1' },
    more: [
      ['SubId1=c-1&ActionId=8882.1&Payout=1.10&Currency=USD&Status=PENDING', { kind: 'pending' }],
      ['SubId1=c-1&ActionId=8882.1&Payout=0.00&Currency=USD&Status=REVERSED', { kind: 'reverse' }],
    ],
  },
  {
    id: 'mychips',
    query: 'user_id=c-1&payout=1.10&campaign_id=9',
    signed: (query) => ({ ...asPath('mychips')(query), ip: '20.54.96.37' }),
    expected: { kind: 'approve', click_id: 'c-1', unsigned: true },
    more: [
      ['user_id=c-1&payout=0&campaign_id=9', { outcome: 'ignored' }],
      ['user_id=c-1&payout=0&rejected_reason_id=4', { outcome: 'ignored' }],
    ],
  },
];

test('every preset has its golden cases, and there are at least thirty', () => {
  // AdMob’s signatures are in admob.test.ts: they need a pair of keys.
  const tried = [...golden.map(({ id }) => id), 'admob'];
  expect(tried.toSorted()).toEqual(presets.map(({ id }) => id).toSorted());
  expect(presets.length).toBeGreaterThanOrEqual(30);
});

test.each(presets.map((preset) => [preset.id, preset] as const))('%s has settings that pass', (_, { settings }) => {
  const ceiling = settings.payout_ceiling;
  expect(networkSettings.parse({ ...settings, payout_ceiling: ceiling === null ? null : ceiling / 100 })).toEqual(
    settings,
  );
});

describe.each(golden.map((each) => [each.id, each] as const))('%s', (id, { query, signed, expected }) => {
  test('a genuine postback is understood', () => {
    expect(read(id, signed(query))).toMatchObject(expected);
  });
  test('the same with another key is refused', () => {
    expect(read(id, signed(query), 'another key')).toMatchObject({
      outcome: 'refused',
      reason: 'Signature not valid',
    });
  });
  test('the same without what shows who sent it is refused', () => {
    const { headers: _, rawUrl: __, ...bare } = signed(query);
    const shown = { ...bare, ...(bare.rawBody === undefined ? { rawQuery: query } : {}) };
    expect(read(id, shown)).toMatchObject({ outcome: 'refused', reason: 'Signature not valid' });
  });
});

describe('what is signed cannot be changed', () => {
  const signing = golden.flatMap(({ id, query, signed, tampered }) =>
    tampered ? [{ id, sent: signed(query), change: tampered }] : [],
  );
  test.each(signing)('$id', ({ id, sent: { rawQuery = '', ...rest }, change: [from, to] }) => {
    expect(rawQuery).toContain(from);
    expect(read(id, { ...rest, rawQuery: rawQuery.replace(from, to) })).toMatchObject({
      reason: 'Signature not valid',
    });
  });
});

describe('its other words', () => {
  const others = golden.flatMap(({ id, signed, more = [] }) =>
    more.map(([query, verdict]) => ({ id, query, sent: signed(query), verdict })),
  );
  test.each(others)('$id: $query', ({ id, sent, verdict }) => {
    expect(read(id, sent)).toMatchObject(verdict);
  });
});

describe('vectors that vendors publish', () => {
  test('BitLabs, developer.bitlabs.ai/docs/securing-callbacks-through-hashing', () => {
    const { settings } = presetOf('bitlabs');
    const rules = toRules(
      {
        ...settings,
        signed_url: 'https://publisher.com/complete',
        params: { ...settings.params, transaction_id: null, payout: 'val', status: null },
        status_map: { '': 'approve' },
      },
      {
        signingSecret: 'JLOIAUNMHFli7ZJOQVEzm98rzqnm9',
        previousSecret: null,
        previousUntil: null,
        isSecretLost: false,
      },
    );
    const query = 'uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500';
    const hash = 'dbcd6bb8ca677344592842a52b4fca9bec36cd4b';
    expect(readPostback(rules, aPostback({ rawQuery: `${query}&hash=${hash}` }))).toMatchObject({
      kind: 'approve',
      click_id: '8cc877ee-af19-488d-b28d-216fb866b996',
      payout_micros: '500000000',
    });
    for (const forged of [`${query}&hash=${hash.replace('d', 'e')}`, `${query}0&hash=${hash}`, query]) {
      expect(readPostback(rules, aPostback({ rawQuery: forged }))).toMatchObject({ reason: 'Signature not valid' });
    }
  });

  test('ayeT-Studios, docs.ayetstudios.com: parameters in any order and encoding', () => {
    const { settings } = presetOf('ayet');
    const rules = toRules(
      { ...settings, params: { ...settings.params, click_id: 'click_id', payout: 'payout' } },
      {
        signingSecret: '9f2228fea0d8e7ce10b2ac36053db14c',
        previousSecret: null,
        previousUntil: null,
        isSecretLost: false,
      },
    );
    const headers = {
      'x-ayetstudios-security-hash': '62a32725866780ada1dec3d62232645f2801e05a91df7b0202e9b780f804f04b',
    };
    const rawQuery =
      'user_id=testuser123456&transaction_id=8ee08f32ae611231b0a49d1bd66e9bf193132561&offer_name=TEST%20OFFER&payout=1.50&amount=0.10&click_id=1234abcd5678021';
    expect(readPostback(rules, aPostback({ rawQuery, headers }))).toMatchObject({
      kind: 'approve',
      click_id: '1234abcd5678021',
      transaction_id: '8ee08f32ae611231b0a49d1bd66e9bf193132561',
    });
    expect(readPostback(rules, aPostback({ rawQuery: rawQuery.replace('1.50', '9.50'), headers }))).toMatchObject({
      reason: 'Signature not valid',
    });
  });
});
