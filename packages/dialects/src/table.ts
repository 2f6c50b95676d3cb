import type { Digest, Signing } from '@inaam/contracts/networks/signing';
import { hearsay, othersCode, vendorPage } from '@inaam/contracts/networks/source';
import type { Dialect } from './dialect.ts';
import { type DialectSpec, dialectOf as dialectBy } from './spec.ts';

/**
 * Every network that has a preset, as it behaves by other sources than the preset was written from. Where the two
 * differ, one of them may be wrong: the test of the presets lists each difference.
 */

type Own = Pick<DialectSpec, 'kinds' | 'values' | 'signing' | 'link' | 'query' | 'sources'> & Partial<DialectSpec>;
const spec = (id: string, label: string, own: Own): DialectSpec => ({
  id,
  label,
  currency: 'USD',
  method: 'GET',
  paramsIn: 'query',
  bodyAs: 'form',
  encoding: 'rfc3986',
  ...own,
});

const hash = (algorithm: Digest, template: string, name: string): Signing => ({
  kind: 'hash',
  algorithm,
  template,
  fields: 'decoded',
  in: 'param',
  name,
  encoding: 'hex',
});
const overUrl = (algorithm: Digest, name: string, encoding: 'hex' | 'base64url' = 'hex'): Signing => ({
  kind: 'hmac',
  algorithm,
  over: 'url',
  rewrite: 'as_received',
  in: 'param',
  name,
  encoding,
});
const pathSecret: Signing = { kind: 'path_secret' };

const TRANSACTION = '{transaction_id}';
const PAYOUT = '{payout}';
const GOAL = '{goal_id}';

/** Macros in braces that are called like their values. */
const braced = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`{${name}}`, name]));

const pondcash = (network: string, says: string) =>
  othersCode(`raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (${network})`, says);
const claimbits = (network: string, says: string) =>
  othersCode(`MonkeyD-Core/Claimbits system/gateways/${network}.php`, says);
const muosab = (network: string, says: string) => othersCode(`muosab2008-sys/0 system/gateways/${network}.php`, says);
const testf = (network: string, says: string) =>
  othersCode(`mateuszjezierski/testf system/gateways/${network}.php`, says);

const wallValues = {
  subId: '{link:subId}',
  transId: TRANSACTION,
  reward: '30',
  payout: PAYOUT,
  status: '1',
  event_id: GOAL,
  debug: '0',
  uuid: 'u{transaction_id}',
  subId2: '{link:subId2}',
};
const wallHash = hash('md5', '{subId}{transId}{reward}{secret}', 'signature');

export const dialectSpecs: readonly DialectSpec[] = [
  spec('adgate', 'AdGate (Prodege)', {
    link: { click: 's2', user: 's1' },
    values: {
      s1: '{link:s1}',
      s2: '{link:s2}',
      conversion_id: TRANSACTION,
      points: '30',
      payout: PAYOUT,
      state: 'approved',
      event_id: '',
    },
    kinds: {
      approve: {},
      pending: { state: 'pending' },
      reverse: { state: 'rejected' },
      ignore: { payout: '0', event_id: 'install' },
    },
    macros: braced('s1', 's2', 'conversion_id', 'points', 'payout', 'state', 'event_id'),
    statusValue: 'state',
    query:
      's1={s1}&s2={s2}&conversion_id={conversion_id}&points={points}&payout={payout}&state={state}&event_id={event_id}',
    signing: pathSecret,
    addresses: ['52.42.57.125'],
    sources: [
      vendorPage(
        'Postback Information, AdGate Media docs',
        'https://docs.adgatemedia.com/postbacks/postback-information',
        'state approved, rejected, pending; event_id for events that pay nothing; 200 or five resends; 52.42.57.125',
      ),
      muosab('adgatemedia', 'user_id, amount, payout, conversion_id, status; 52.42.57.125'),
    ],
  }),
  spec('adgem', 'AdGem', {
    link: { click: 'player_id', user: null },
    values: {
      player_id: '{link:player_id}',
      transaction_id: TRANSACTION,
      payout: PAYOUT,
      amount: '210',
      goal_name: GOAL,
      offer_name: 'Two words',
    },
    kinds: { approve: {} },
    macros: braced('player_id', 'transaction_id', 'payout', 'amount', 'goal_name', 'offer_name'),
    query:
      'player_id={player_id}&transaction_id={transaction_id}&payout={payout}&amount={amount}&goal_name={goal_name}&offer_name={offer_name}',
    signing: overUrl('sha256', 'verifier'),
    sources: [
      vendorPage(
        'Postback Setup (web integration), AdGem',
        'https://adgem.com/docs/web-integration/postback-setup/',
        'player_id, payout, amount, goal_name; raw-url-encoded; verifier over the whole address',
      ),
      claimbits('adgem', 'amount, payout, transaction are read'),
    ],
  }),
  spec('adgem-v3', 'AdGem, version 3 (POST)', {
    method: 'POST',
    paramsIn: 'body',
    bodyAs: 'json',
    link: { click: 'player_id', user: null },
    values: {
      player_id: '{link:player_id}',
      request_id: TRANSACTION,
      payout: PAYOUT,
      amount: '210',
      goal_name: GOAL,
    },
    kinds: { approve: {} },
    own: {
      player_id: 'player_id',
      request_id: 'request_id',
      payout: 'payout',
      amount: 'amount',
      goal_name: 'goal_name',
    },
    query: '',
    signing: {
      kind: 'hmac',
      algorithm: 'sha256',
      over: 'body',
      rewrite: 'as_received',
      in: 'header',
      name: 'Signature',
      encoding: 'hex',
    },
    sources: [
      hearsay(
        'Collected notes on public integrations (AdGem v3)',
        null,
        'A header Signature over the raw body; conversion or request id',
        '2026-11-02',
      ),
    ],
  }),
  spec('admob', 'AdMob rewarded ads', {
    link: { click: 'custom_data', user: null },
    values: {
      ad_network: '5450213213286189855',
      ad_unit: '2747237135',
      custom_data: '{link:custom_data}',
      reward_amount: '5',
      reward_item: 'Reward',
      timestamp: '{now_ms}',
      transaction_id: TRANSACTION,
    },
    kinds: { approve: {} },
    own: {
      ad_network: 'ad_network',
      ad_unit: 'ad_unit',
      custom_data: 'custom_data',
      reward_amount: 'reward_amount',
      reward_item: 'reward_item',
      timestamp: 'timestamp',
      transaction_id: 'transaction_id',
    },
    query: '',
    signing: {
      kind: 'ecdsa',
      keys_url: 'https://www.gstatic.com/admob/reward/verifier-keys.json',
      name: 'signature',
      key_param: 'key_id',
      encoding: 'base64url',
    },
    sources: [
      othersCode(
        'Several public verifiers of rewarded ads (search for verifier-keys.json)',
        'ECDSA P-256 with SHA-256 over the raw query up to &signature=, DER, base64url; keys by keyId as PEM',
      ),
    ],
  }),
  spec('affise', 'Affise', {
    link: { click: 'sub1', user: 'sub2' },
    values: {
      sub1: '{link:sub1}',
      transactionid: TRANSACTION,
      sum: PAYOUT,
      currency: 'USD',
      goal: GOAL,
      status: '1',
    },
    kinds: { approve: {}, pending: { status: '2' }, reverse: { status: '3' } },
    macros: braced('sub1', 'transactionid', 'sum', 'currency', 'goal', 'status'),
    statusValue: 'status',
    query: 'sub1={sub1}&action_id={transactionid}&sum={sum}&currency={currency}&goal={goal}&status={status}',
    signing: pathSecret,
    sources: [
      othersCode(
        'api-evangelist/affise asyncapi/affise-postbacks-webhooks.yml',
        'Affiliate postbacks are GET addresses whose macros are filled in; statuses 1 confirmed, 2 pending, 3 declined, 5 hold',
      ),
    ],
  }),
  spec('ayet', 'ayeT-Studios', {
    encoding: 'form',
    link: { click: 'external_identifier', user: null },
    values: {
      transaction_id: TRANSACTION,
      external_identifier: '{link:external_identifier}',
      payout_usd: PAYOUT,
      currency_amount: '360',
      offer_name: 'A Game~ more',
      task_uuid: GOAL,
      is_chargeback: '0',
    },
    kinds: {
      approve: {},
      reverse: { transaction_id: 'r-{transaction_id}', payout_usd: '-{payout}', is_chargeback: '1' },
    },
    macros: braced(
      'transaction_id',
      'external_identifier',
      'payout_usd',
      'currency_amount',
      'offer_name',
      'task_uuid',
      'is_chargeback',
    ),
    query:
      'transaction_id={transaction_id}&external_identifier={external_identifier}&offer_name={offer_name}&task_uuid={task_uuid}&payout_usd={payout_usd}&is_chargeback={is_chargeback}',
    signing: {
      kind: 'hmac',
      algorithm: 'sha256',
      over: 'sorted_query',
      rewrite: 'form',
      in: 'header',
      name: 'X-Ayetstudios-Security-Hash',
      encoding: 'hex',
    },
    addresses: ['51.79.101.241', '158.69.185.134', '158.69.185.154', '35.165.166.40', '35.166.159.131', '52.40.3.140'],
    sources: [
      pondcash('ayetstudios', 'Macros {external_identifier}, {currency_amount}, {payout_usd}; six addresses'),
      vendorPage(
        'Publisher API documentation, ayeT-Studios',
        'https://ayetstudios.com/openapi/publisher-doc',
        'The addresses changed on 2025-01-30; task_uuid is fixed for each task',
      ),
    ],
  }),
  spec('bitlabs', 'BitLabs', {
    link: { click: 'uid', user: null },
    values: {
      uid: '{link:uid}',
      tx: TRANSACTION,
      raw: PAYOUT,
      val: '500',
      ref: '',
      state: 'COMPLETED',
      type: 'COMPLETE',
      task: GOAL,
      receipt: '',
    },
    kinds: {
      approve: {},
      pending: { state: 'PENDING' },
      reverse: { state: 'RECONCILED', type: 'RECONCILIATION', ref: TRANSACTION },
      ignore: { state: 'COMPLETED', raw: '0.00' },
    },
    macros: {
      '[%UID%]': 'uid',
      '[%TX%]': 'tx',
      '[%RAW%]': 'raw',
      '[%VAL%]': 'val',
      '[%REF%]': 'ref',
      '[%OFFER_STATE%]': 'state',
      '[%TYPE%]': 'type',
      '[%TASK_ID%]': 'task',
    },
    statusValue: 'state',
    query:
      'uid=[%UID%]&tx=[%TX%]&raw=[%RAW%]&val=[%VAL%]&ref=[%REF%]&state=[%OFFER_STATE%]&type=[%TYPE%]&task=[%TASK_ID%]',
    signing: overUrl('sha1', 'hash'),
    addresses: ['20.76.54.40/29'],
    sources: [
      vendorPage(
        'Offer callbacks, BitLabs developer docs',
        'https://developer.bitlabs.ai/docs/offer-callbacks',
        'Offers completed at $0 are installs; stateful callbacks keep the transaction and are not negative; others look up ref',
      ),
      vendorPage(
        'Stateful Magic Receipt Callbacks, BitLabs developer docs',
        'https://developer.bitlabs.ai/docs/stateful-offer-callbacks-copy',
        'COMPLETED, PENDING, REJECTED, REVIEWING',
      ),
      vendorPage(
        'Server-to-Server Callbacks, BitLabs help',
        'https://help.bitlabs.ai/integration/server-to-server-callbacks',
        '&hash= is appended: HMAC-SHA1 in hex of the whole address, with an example',
      ),
    ],
  }),
  spec('cake', 'CAKE', {
    link: { click: 's2', user: 's3' },
    values: { s2: '{link:s2}', leadid: TRANSACTION, price: PAYOUT },
    kinds: { approve: {} },
    macros: { '#s2#': 's2', '#leadid#': 'leadid', '#price#': 'price' },
    query: 's2=#s2#&leadid=#leadid#&price=#price#',
    signing: pathSecret,
    sources: [
      hearsay(
        'CAKE macros, mrpostback.com',
        'https://mrpostback.com/cake/',
        '#s2# carries the click, #leadid# is the conversion, #price# the payout',
      ),
    ],
  }),
  spec('cpalead', 'CPAlead', {
    link: { click: 'subid', user: 'subid2' },
    values: {
      subid: '{link:subid}',
      lead_id: TRANSACTION,
      payout: PAYOUT,
      event_name: GOAL,
      campaign_id: '77',
      country_iso: 'IN',
    },
    kinds: { approve: {} },
    macros: braced('subid', 'lead_id', 'payout', 'event_name', 'campaign_id', 'country_iso'),
    signatureMacro: '{password}',
    query:
      'subid={subid}&lead_id={lead_id}&payout={payout}&event_name={event_name}&campaign_id={campaign_id}&country_iso={country_iso}',
    signing: { kind: 'token', in: 'param', name: 'password' },
    addresses: ['34.69.179.33', '52.0.65.65'],
    sources: [claimbits('cpalead', 'subid, campaign_id, lead_id, country_iso, payout, password; 52.0.65.65')],
  }),
  spec('cpx', 'CPX Research', {
    link: { click: 'subid_1', user: 'ext_user_id' },
    values: {
      status: '1',
      trans_id: TRANSACTION,
      user_id: '{link:ext_user_id}',
      subid_1: '{link:subid_1}',
      amount_usd: PAYOUT,
      amount_local: '30',
    },
    kinds: { approve: {}, reverse: { status: '2' } },
    macros: braced('status', 'trans_id', 'user_id', 'subid_1', 'amount_usd', 'amount_local'),
    signatureMacro: '{secure_hash}',
    statusValue: 'status',
    query: 'status={status}&trans_id={trans_id}&user_id={user_id}&subid_1={subid_1}&amount_usd={amount_usd}',
    signing: hash('md5', '{trans_id}-{secret}', 'hash'),
    addresses: ['188.40.3.73', '157.90.97.92'],
    sources: [
      muosab('cpx', 'user_id, status (2 takes back), trans_id, amount_usd, amount_local; hash is MD5(trans_id-secret)'),
    ],
  }),
  spec('everflow', 'Everflow', {
    link: { click: 'sub1', user: 'sub2' },
    values: { sub1: '{link:sub1}', transaction_id: TRANSACTION, payout_amount: PAYOUT, event_id: GOAL },
    kinds: { approve: {} },
    macros: braced('sub1', 'transaction_id', 'payout_amount', 'event_id'),
    query: 'sub1={sub1}&transaction_id={transaction_id}&amount={payout_amount}&event_id={event_id}',
    signing: pathSecret,
    sources: [
      hearsay(
        'Everflow macros, mrpostback.com',
        'https://mrpostback.com/',
        '{sub1} to {sub5}, {transaction_id}, {payout_amount}',
        '2026-11-02',
      ),
    ],
  }),
  spec('impact', 'Impact', {
    link: { click: 'subId1', user: 'subId2' },
    values: {
      SubId1: '{link:subId1}',
      ActionId: TRANSACTION,
      Payout: PAYOUT,
      Currency: 'USD',
      Status: 'APPROVED',
    },
    kinds: { approve: {}, pending: { Status: 'PENDING' }, reverse: { Status: 'REVERSED' } },
    macros: braced('SubId1', 'ActionId', 'Payout', 'Currency', 'Status'),
    statusValue: 'Status',
    query: 'SubId1={SubId1}&ActionId={ActionId}&Payout={Payout}&Currency={Currency}&Status={Status}',
    signing: pathSecret,
    sources: [
      vendorPage(
        'Enable Postbacks, impact.com integrations',
        'https://integrations.impact.com/impact-brand/reference/enable-postbacks',
        'A request when an action is tracked, modified or reversed',
      ),
      vendorPage(
        'Actions, impact.com brand API reference',
        'https://integrations.impact.com/brand-api-reference/reference/actions/actions',
        'States PENDING, APPROVED, REVERSED',
      ),
    ],
  }),
  spec('keitaro', 'Keitaro', {
    link: { click: 'external_id', user: null },
    values: {
      subid: 'keitaro-own-click',
      external_id: '{link:external_id}',
      tid: TRANSACTION,
      revenue: PAYOUT,
      currency: 'USD',
      status: 'sale',
    },
    kinds: { approve: {}, pending: { status: 'lead' }, reverse: { status: 'rejected' } },
    macros: braced('subid', 'external_id', 'tid', 'revenue', 'currency', 'status'),
    statusValue: 'status',
    query:
      'external_id={external_id}&transaction={subid}-{tid}&tid={tid}&payout={revenue}&currency={currency}&status={status}',
    signing: pathSecret,
    sources: [
      vendorPage(
        'S2S postback placeholders, Keitaro v9 help',
        'https://v9.help.keitaro.io/en/campaigns-and-streams/s2s-postback-placeholders.html',
        'An address of a source is https://site.com/postback?cid={external_id}; {status}, {tid}, {revenue}',
      ),
      vendorPage(
        'S2S postbacks, Keitaro',
        'https://docs.keitaro.dev/en/campaigns-and-streams/s2s-postback.html',
        'The click of the source is in {external_id}',
      ),
    ],
  }),
  spec('kiwiwall', 'Kiwi Wall', {
    link: { click: 's', user: null },
    values: {
      status: '1',
      trans_id: TRANSACTION,
      sub_id: '{link:s}',
      gross: PAYOUT,
      amount: '30',
      offer_id: '9',
    },
    kinds: { approve: {}, reverse: { status: '2' } },
    macros: braced('status', 'trans_id', 'sub_id', 'gross', 'amount', 'offer_id'),
    statusValue: 'status',
    query: 'status={status}&trans_id={trans_id}&sub_id={sub_id}&gross={gross}&amount={amount}',
    signing: hash('md5', '{sub_id}:{amount}:{secret}', 'signature'),
    wants: { taken: '1' },
    addresses: ['34.193.235.172'],
    signatureMacro: '{signature}',
    sources: [
      claimbits(
        'kiwiwall',
        'status, trans_id, sub_id, gross, amount, signature = MD5(sub_id:amount:secret); replies 1 and 0; 34.193.235.172',
      ),
    ],
  }),
  spec('lootably', 'Lootably', {
    link: { click: 'userID', user: null },
    values: {
      userID: '{link:userID}',
      transactionID: TRANSACTION,
      ip: '192.0.2.1',
      revenue: PAYOUT,
      currencyReward: '50',
      goalID: GOAL,
      status: '1',
    },
    kinds: { approve: {}, reverse: { status: '0' } },
    macros: braced('userID', 'transactionID', 'ip', 'revenue', 'currencyReward', 'goalID', 'status', 'offerID'),
    statusValue: 'status',
    query:
      'userID={userID}&transactionID={transactionID}&ip={ip}&revenue={revenue}&currencyReward={currencyReward}&goalID={goalID}&status={status}',
    signing: hash('sha256', '{userID}{ip}{revenue}{currencyReward}{secret}', 'hash'),
    wants: { taken: '1' },
    signatureMacro: '{hash}',
    sources: [
      muosab('lootably', 'status 1 credits; hash is the SHA-256 of user, ip, revenue, reward, secret; replies 1 and 0'),
      pondcash('lootably', 'Macros {userID}, {offerID}, {currencyReward}, {ip}, {revenue}'),
    ],
  }),
  spec('monlix', 'Monlix', {
    link: { click: 'subId', user: 'userId' },
    values: {
      userId: '{link:userId}',
      subId: '{link:subId}',
      transactionId: TRANSACTION,
      rewardValue: '30',
      payout: PAYOUT,
      status: '1',
    },
    kinds: { approve: {}, reverse: { status: '2' } },
    macros: {
      '{{userId}}': 'userId',
      '{{subId}}': 'subId',
      '{{transactionId}}': 'transactionId',
      '{{rewardValue}}': 'rewardValue',
      '{{payout}}': 'payout',
      '{{status}}': 'status',
    },
    statusValue: 'status',
    query:
      'userId={{userId}}&subId={{subId}}&transactionId={{transactionId}}&rewardValue={{rewardValue}}&payout={{payout}}&status={{status}}',
    signing: { kind: 'token', in: 'param', name: 'secretKey' },
    signatureMacro: '{{secretKey}}',
    sources: [
      pondcash('monlix', 'Macros {{userId}}, {{taskName}}, {{rewardValue}}, {{payout}}, {{status}}'),
      testf('monlix', 'The secret is echoed; status 2 takes back; replies OK'),
    ],
  }),
  spec('mychips', 'MyChips', {
    link: { click: 'user_id', user: null },
    values: { user_id: '{link:user_id}', payout: PAYOUT, campaign_id: '9' },
    kinds: { approve: {}, ignore: { payout: '0' } },
    macros: braced('user_id', 'payout', 'campaign_id', 'campaign_name', 'session_ip'),
    query: 'user_id={user_id}&payout={payout}&campaign_id={campaign_id}',
    signing: pathSecret,
    addresses: ['168.63.37.145', '13.70.194.104', '34.54.234.115', '34.64.93.62'],
    sources: [
      pondcash(
        'mychips',
        'Macros {user_id}, {campaign_id}, {session_ip}, {payout}, {user_payout_in_vc}; twelve addresses',
      ),
    ],
  }),
  spec('notik', 'Notik', {
    link: { click: 'user_id', user: null },
    values: {
      user_id: '{link:user_id}',
      amount: '30',
      payout: PAYOUT,
      offer_id: '9',
      offer_name: 'Two words',
      txn_id: TRANSACTION,
      conversion_ip: '192.0.2.1',
    },
    kinds: { approve: {}, reverse: { amount: '-30', payout: '-{payout}' } },
    own: {
      user_id: 'user_id',
      amount: 'amount',
      payout: 'payout',
      offer_id: 'offer_id',
      offer_name: 'offer_name',
      txn_id: 'txn_id',
      conversion_ip: 'conversion_ip',
    },
    query: '',
    signing: overUrl('sha1', 'hash'),
    wants: { taken: '1' },
    sources: [
      muosab(
        'notik',
        'user_id, payout, amount, txn_id; hash is the last, HMAC-SHA1 of the address before &hash=; replies 1 and 0',
      ),
      othersCode('johnbulau/asfa system/gateways/notik.php', 'The same'),
    ],
  }),
  spec('offertoro', 'Torox (OfferToro)', {
    link: { click: 'user_id', user: null },
    values: { id: TRANSACTION, oid: '5', user_id: '{link:user_id}', amount: '30', payout: PAYOUT },
    kinds: { approve: {}, reverse: { amount: '-30', payout: '-{payout}' } },
    own: { id: 'id', oid: 'oid', user_id: 'user_id', amount: 'amount', payout: 'payout' },
    macros: braced('id', 'oid', 'user_id', 'amount', 'payout'),
    query: '',
    signing: hash('md5', '{oid}-{user_id}-{secret}', 'sig'),
    wants: { taken: '1' },
    addresses: ['54.175.173.245'],
    sources: [
      claimbits(
        'offertoro',
        'id, oid, user_id, amount, payout; sig is MD5(oid-user_id-secret); replies 1 and 0; 54.175.173.245',
      ),
      hearsay(
        'Three public integrations of Torox, collected notes',
        null,
        'A chargeback has the same id and a negative payout and amount; its parameters come by themselves, so pasted ones come twice',
        '2026-11-20',
      ),
    ],
  }),
  spec('ogads', 'OGAds', {
    link: { click: 'aff_sub', user: 'aff_sub2' },
    values: { aff_sub: '{link:aff_sub}', payout: PAYOUT, offer_id: '9', session_ip: '192.0.2.1' },
    kinds: { approve: {} },
    macros: braced('aff_sub', 'payout', 'offer_id', 'session_ip'),
    query: 'aff_sub={aff_sub}&payout={payout}&offer_id={offer_id}&session_ip={session_ip}',
    signing: pathSecret,
    sources: [
      hearsay(
        'Six public integrations of OGAds, collected notes',
        null,
        'offer_id, offer_name, affiliate_id, payout, session_ip, aff_sub to aff_sub5; no transaction',
        '2026-11-02',
      ),
    ],
  }),
  spec('pollfish', 'Pollfish', {
    link: { click: 'request_uuid', user: null },
    values: {
      cpa: '30',
      device_id: 'd-1',
      request_uuid: '{link:request_uuid}',
      reward_name: 'Points',
      reward_value: '30',
      status: 'eligible',
      reason: '',
      timestamp: '{now_ms}',
      tx_id: TRANSACTION,
      debug: 'false',
    },
    kinds: { approve: {}, ignore: { debug: 'true' } },
    macros: Object.fromEntries(
      [
        'cpa',
        'device_id',
        'request_uuid',
        'reward_name',
        'reward_value',
        'status',
        'reason',
        'timestamp',
        'tx_id',
        'debug',
      ].map((name) => [`[[${name}]]`, name]),
    ),
    statusValue: 'status',
    query:
      'cpa=[[cpa]]&device_id=[[device_id]]&request_uuid=[[request_uuid]]&reward_name=[[reward_name]]&reward_value=[[reward_value]]&status=[[status]]&reason=[[reason]]&timestamp=[[timestamp]]&tx_id=[[tx_id]]&debug=[[debug]]',
    signing: {
      kind: 'hmac',
      algorithm: 'sha1',
      over: 'template',
      rewrite: 'as_received',
      template: '{cpa}:{device_id}:{request_uuid}:{reward_name}:{reward_value}:{status}:{reason}:{timestamp}:{tx_id}',
      fields: 'decoded',
      in: 'param',
      name: 'signature',
      encoding: 'base64',
    },
    signatureMacro: '[[signature]]',
    sources: [
      claimbits(
        'pollfish',
        'signature is base64 HMAC-SHA1 over cpa:device_id:request_uuid:reward_name:reward_value:status:reason:timestamp:tx_id; status eligible; debug calls do not credit',
      ),
    ],
  }),
  spec('pubscale', 'PubScale', {
    currency: 'INR',
    link: { click: 'user_id', user: null },
    values: { user_id: '{link:user_id}', value: '12.75', token: TRANSACTION, goal_value: GOAL, goal_name: 'A level' },
    kinds: { approve: {} },
    macros: braced('user_id', 'value', 'token', 'goal_value', 'goal_name'),
    query: 'user_id={user_id}&value={value}&token={token}&goal_value={goal_value}',
    signing: hash('md5', '{secret}.{user_id}.{int:value}.{token}', 'signature'),
    addresses: ['34.100.236.68'],
    signatureMacro: '{signature}',
    sources: [
      vendorPage(
        'Server-to-Server (S2S) Callback Configuration 1.0.10, PubScale',
        'https://pubscale.gitbook.io/offerwall-sdk/1.0.10/server-to-server-s2s-callback-configuration.md',
        'user_id, value, token, signature; an example of what is hashed, whose value 100.1234 counts as 100',
      ),
      hearsay('Collected notes on public integrations (PubScale)', null, '34.100.236.68', '2026-11-20'),
    ],
  }),
  spec('revtoo', 'Revtoo', {
    method: 'POST',
    paramsIn: 'body',
    bodyAs: 'multipart',
    link: { click: 'subId', user: null },
    values: wallValues,
    kinds: { approve: {}, reverse: { status: '2' }, ignore: { debug: '1' } },
    own: { subId: 'subId', transId: 'transId', reward: 'reward', payout: 'payout', status: 'status', debug: 'debug' },
    statusValue: 'status',
    query: '',
    signing: wallHash,
    wants: { taken: 'ok' },
    addresses: ['195.35.39.220'],
    sources: [
      vendorPage(
        'Postback Security, Revtoo docs',
        'https://docs.revtoo.com/s2s-postback/postback-security',
        'MD5 of subId, transId, reward, secret; debug calls are not credited; reply ok within 30 seconds',
      ),
    ],
  }),
  spec('tapjoy', 'Tapjoy', {
    link: { click: 'snuid', user: null },
    values: { snuid: '{link:snuid}', currency: '10', id: TRANSACTION },
    kinds: { approve: {} },
    own: { snuid: 'snuid', currency: 'currency', id: 'id' },
    query: '',
    signing: hash('md5', '{id}:{snuid}:{currency}:{secret}', 'verifier'),
    wants: { unknownClick: 'stop' },
    sources: [
      vendorPage(
        'Self-managed currency, Tapjoy developers',
        'https://dev.tapjoy.com/',
        'verifier over id:snuid:currency:secret; 403 stops the resends; "001234" is not "1234"',
        '2026-11-02',
      ),
    ],
  }),
  spec('theoremreach', 'TheoremReach', {
    link: { click: 'user_id', user: null },
    values: { user_id: '{link:user_id}', tx_id: TRANSACTION, reward: '100', currency: PAYOUT, reversal: '', debug: '' },
    kinds: {
      approve: {},
      reverse: { currency: '-{payout}', reward: '-100', reversal: 'true' },
      ignore: { debug: 'true' },
    },
    own: {
      user_id: 'user_id',
      tx_id: 'tx_id',
      reward: 'reward',
      currency: 'currency',
      reversal: 'reversal',
      debug: 'debug',
    },
    query: '',
    signing: overUrl('sha1', 'hash', 'base64url'),
    sources: [
      claimbits(
        'theoremreach',
        'user_id, tx_id, reward, currency, debug; hash is base64url HMAC-SHA1 of the address without &hash=, unpadded; replies OK',
      ),
    ],
  }),
  spec('timewall', 'TimeWall', {
    link: { click: 'uid', user: null },
    values: {
      userID: '{link:uid}',
      transactionID: TRANSACTION,
      revenue: PAYOUT,
      currencyAmount: '30',
      type: 'credit',
    },
    kinds: { approve: {}, reverse: { type: 'chargeback', revenue: '-{payout}' } },
    macros: braced('userID', 'transactionID', 'revenue', 'currencyAmount', 'type'),
    statusValue: 'type',
    query:
      'userID={userID}&transactionID={transactionID}&revenue={revenue}&currencyAmount={currencyAmount}&type={type}',
    signing: hash('sha256', '{userID}{revenue}{secret}', 'hash'),
    signatureMacro: '{hash}',
    sources: [
      muosab('timewall', 'transaction, user_id, reward, revenue; hash is the SHA-256 of user_id, revenue, secret'),
      othersCode('Several public wall pages (search for timewall.io/users/login)', 'uid of the link is the person'),
    ],
  }),
  spec('tune', 'TUNE (HasOffers)', {
    link: { click: 'aff_click_id', user: 'aff_sub' },
    values: {
      aff_click_id: '{link:aff_click_id}',
      transaction_id: TRANSACTION,
      payout: PAYOUT,
      currency: 'USD',
      goal_id: GOAL,
    },
    kinds: { approve: {} },
    macros: braced('aff_click_id', 'transaction_id', 'payout', 'currency', 'goal_id'),
    query:
      'aff_click_id={aff_click_id}&transaction_id={transaction_id}&payout={payout}&currency={currency}&goal_id={goal_id}',
    signing: pathSecret,
    sources: [
      hearsay(
        'A data file of 395 postback templates, measured',
        null,
        'aff_click_id is the outgoing parameter of 34 networks, all of TUNE’s make',
        '2026-11-02',
      ),
    ],
  }),
  spec('wannads', 'Wannads', {
    link: { click: 'aff_sub', user: 'user_id' },
    values: {
      user_id: '{link:user_id}',
      aff_sub: '{link:aff_sub}',
      transaction_id: TRANSACTION,
      payout: PAYOUT,
      goal_id: GOAL,
      reward: '30',
      status: 'credited',
    },
    kinds: { approve: {}, reverse: { status: 'rejected', reward: '-30' } },
    macros: braced('user_id', 'aff_sub', 'transaction_id', 'payout', 'goal_id', 'reward', 'status'),
    statusValue: 'status',
    query:
      'user_id={user_id}&aff_sub={aff_sub}&transaction_id={transaction_id}&payout={payout}&goal_id={goal_id}&reward={reward}&status={status}',
    signing: hash('md5', '{user_id}{transaction_id}{reward}{secret}', 'signature'),
    addresses: ['3.22.177.178'],
    signatureMacro: '{signature}',
    sources: [
      pondcash('wannads', 'Macros {user_id}, {offer_id}, {reward}, {payout}; 3.22.177.178'),
      othersCode(
        'WannadsPostback of a public rewards backend (its repository is not named by the index)',
        'status credited and rejected; a rejection has the transaction of what it takes back',
      ),
    ],
  }),
  spec('wannads-classic', 'Wannads, classic accounts', {
    link: { click: 'subId2', user: 'subId' },
    values: wallValues,
    kinds: { approve: {}, reverse: { status: '2', transId: 'w{transaction_id}' } },
    macros: braced('subId', 'subId2', 'transId', 'uuid', 'reward', 'payout', 'status'),
    statusValue: 'status',
    query:
      'subId={subId}&subId2={subId2}&transId={transId}&uuid={uuid}&reward={reward}&payout={payout}&status={status}',
    signing: wallHash,
    signatureMacro: '{signature}',
    sources: [
      claimbits(
        'wannads',
        'subId, transId, reward, payout, signature, status; MD5 of subId, transId, reward, secret; replies OK',
      ),
      testf('wannads', 'The same'),
    ],
  }),
  spec('white-label-wall', 'White-label wall', {
    link: { click: 'subId', user: null },
    values: wallValues,
    kinds: { approve: {}, reverse: { status: '2' }, ignore: { debug: '1' } },
    macros: braced('subId', 'transId', 'reward', 'payout', 'status', 'event_id', 'debug', 'uuid'),
    statusValue: 'status',
    query:
      'subId={subId}&transId={transId}&reward={reward}&payout={payout}&event_id={event_id}&status={status}&debug={debug}',
    signing: wallHash,
    signatureMacro: '{signature}',
    sources: [
      claimbits(
        'bitswall',
        'subId, transId, reward, payout, status; MD5 of subId, transId, reward, secret; replies ok',
      ),
      vendorPage(
        'POST Postback, Revlum developers',
        'https://developer.revlum.com/docs/post-postback',
        'event_id, event_name; debug 1 for tests; amounts are absolute',
      ),
      vendorPage('Postback, Tplayad', 'https://tplayad.com/doc/postback', 'The same make; five retries'),
    ],
  }),
];

/** @param id that of the preset */
export const specOf = (id: string): DialectSpec | undefined => dialectSpecs.find((each) => each.id === id);

/** Every network as its own documents would have it set up. */
export const dialects: readonly Dialect[] = dialectSpecs.map((each) => dialectBy(each));

/** @param id that of the preset */
export const dialectOf = (id: string): Dialect | undefined => dialects.find((each) => each.id === id);
