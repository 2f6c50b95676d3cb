import type { Signing } from '@inaam/contracts/networks/signing';
import type { Dialect } from './dialect.ts';

/**
 * The dialect of every network that has a preset, from its vendor's postback documents as of 2026-11. It is written
 * from the documents and not from the presets. Where the two differ, one of them is wrong and a test fails.
 */

type DialectFields = Pick<Dialect, 'templates' | 'signing'> & Partial<Dialect>;
const dialect = (id: string, label: string, own: DialectFields): Dialect => ({
  id,
  label,
  currency: 'USD',
  method: 'GET',
  paramsIn: 'query',
  encoding: 'rfc3986',
  status: null,
  ...own,
});

const hash = (algorithm: 'md5' | 'sha256', template: string, name: string): Signing => ({
  kind: 'hash',
  algorithm,
  template,
  fields: 'decoded',
  in: 'param',
  name,
  encoding: 'hex',
});
const overUrl = (algorithm: 'sha1' | 'sha256', name: string, encoding: 'hex' | 'base64url' = 'hex'): Signing => ({
  kind: 'hmac',
  algorithm,
  over: 'url',
  rewrite: 'as_received',
  in: 'param',
  name,
  encoding,
});
const pathSecret: Signing = { kind: 'path_secret' };

const ayet = 'external_identifier={click_id}&user_id=u-5&offer_name=A Game~ more&task_uuid={goal_id}';
const lootably =
  'userID={click_id}&transactionID={transaction_id}&ip=192.0.2.1&revenue={payout}&currencyReward=50&goalID={goal_id}';
const cpx = 'trans_id={transaction_id}&user_id=u-5&subid_1={click_id}&amount_usd={payout}';
const wannads = 'user_id={click_id}&transaction_id={transaction_id}&payout={payout}&goal_id={goal_id}';
const wall = 'subId={click_id}&transId={transaction_id}&reward=30&payout={payout}&event_id={goal_id}';
const adgate = 's1={click_id}&conversion_id={transaction_id}&points=30';
const monlix = 'userId=u-5&subId={click_id}&transactionId={transaction_id}&rewardValue=30&payout={payout}';
const affise = 'clickid={click_id}&action_id={transaction_id}&sum={payout}&currency=USD&goal={goal_id}';
const keitaro = 'subid={click_id}&tid={transaction_id}&payout={payout}&currency=USD';
const bitlabs = 'uid={click_id}&tx={transaction_id}';
const theoremreach = 'user_id={click_id}&tx_id={transaction_id}&reward=100';

export const dialects: readonly Dialect[] = [
  dialect('adgate', 'AdGate (Prodege)', {
    templates: {
      approve: `${adgate}&payout={payout}&state=1`,
      reverse: `${adgate}&payout={payout}&state=0`,
      ignore: `${adgate}&payout=0.00&state=1`,
    },
    status: 'state',
    signing: pathSecret,
  }),
  dialect('adgem', 'AdGem', {
    templates: {
      approve:
        'player_id={click_id}&transaction_id={transaction_id}&payout={payout}&amount=210&goal_name={goal_id}&offer_name=Two words',
    },
    signing: overUrl('sha256', 'verifier'),
  }),
  dialect('affise', 'Affise', {
    templates: {
      approve: `${affise}&status=1`,
      pending: `${affise}&status=2`,
      reverse: `${affise}&status=3`,
    },
    status: 'status',
    signing: pathSecret,
  }),
  dialect('ayet', 'ayeT-Studios', {
    encoding: 'form',
    templates: {
      approve: `transaction_id={transaction_id}&${ayet}&payout_usd={payout}&is_chargeback=0`,
      reverse: `transaction_id=r-{transaction_id}&${ayet}&payout_usd=-{payout}&is_chargeback=1&chargeback_reason=fraud`,
    },
    signing: {
      kind: 'hmac',
      algorithm: 'sha256',
      over: 'sorted_query',
      rewrite: 'form',
      in: 'header',
      name: 'X-Ayetstudios-Security-Hash',
      encoding: 'hex',
    },
  }),
  dialect('bitlabs', 'BitLabs', {
    templates: {
      approve: `${bitlabs}&raw={payout}&state=COMPLETED&type=`,
      pending: `${bitlabs}&raw={payout}&state=PENDING&type=`,
      reverse: `${bitlabs}&raw=-{payout}&state=RECONCILED&type=`,
      ignore: `${bitlabs}&raw=0.00&state=&type=SCREENOUT`,
    },
    status: 'state',
    signing: overUrl('sha1', 'hash'),
  }),
  dialect('cpalead', 'CPAlead', {
    templates: {
      approve:
        'subid={click_id}&lead_id={transaction_id}&payout={payout}&event_name={goal_id}&campaign_id=77&country_iso=IN',
    },
    signing: { kind: 'token', in: 'param', name: 'password' },
  }),
  dialect('cpx', 'CPX Research', {
    templates: { approve: `status=1&${cpx}`, reverse: `status=2&${cpx}` },
    status: 'status',
    signing: hash('md5', '{trans_id}-{secret}', 'hash'),
  }),
  dialect('everflow', 'Everflow', {
    templates: { approve: 'sub1={click_id}&transaction_id={transaction_id}&amount={payout}&event_id={goal_id}' },
    signing: pathSecret,
  }),
  dialect('keitaro', 'Keitaro and its kin', {
    templates: {
      approve: `${keitaro}&status=sale`,
      pending: `${keitaro}&status=lead`,
      reverse: `${keitaro}&status=rejected`,
      ignore: `${keitaro}&status=rebill`,
    },
    status: 'status',
    signing: pathSecret,
  }),
  dialect('lootably', 'Lootably', {
    templates: { approve: `${lootably}&status=1`, reverse: `${lootably}&status=0` },
    status: 'status',
    signing: hash('sha256', '{userID}{ip}{revenue}{currencyReward}{secret}', 'hash'),
  }),
  dialect('monlix', 'Monlix', {
    templates: { approve: `${monlix}&status=1`, reverse: `${monlix}&status=2` },
    status: 'status',
    signing: { kind: 'token', in: 'param', name: 'secretKey' },
  }),
  dialect('offertoro', 'OfferToro / Torox', {
    templates: { approve: 'id={transaction_id}&oid=5&user_id={click_id}&amount=30&payout={payout}' },
    signing: hash('md5', '{oid}-{user_id}-{secret}', 'sig'),
  }),
  dialect('ogads', 'OGAds', {
    templates: { approve: 'aff_sub={click_id}&payout={payout}&offer_id=9&session_ip=192.0.2.1' },
    signing: pathSecret,
  }),
  dialect('pubscale', 'PubScale', {
    currency: 'INR',
    templates: { approve: 'user_id={click_id}&value=12.75&token={transaction_id}&goal_name={goal_id}' },
    signing: hash('md5', '{secret}.{user_id}.{int:value}.{token}', 'signature'),
  }),
  dialect('tapjoy', 'Tapjoy', {
    templates: { approve: 'snuid={click_id}&currency=10&id={transaction_id}' },
    signing: hash('md5', '{id}:{snuid}:{currency}:{secret}', 'verifier'),
  }),
  dialect('theoremreach', 'TheoremReach', {
    templates: {
      approve: `${theoremreach}&currency={payout}`,
      reverse: `${theoremreach}&currency=-{payout}&reversal=true`,
      ignore: `${theoremreach}&currency={payout}&debug=true`,
    },
    signing: overUrl('sha1', 'hash', 'base64url'),
  }),
  dialect('wannads', 'Wannads', {
    templates: {
      approve: `${wannads}&reward=30&status=credited`,
      reverse: `${wannads}&reward=-30&status=rejected`,
    },
    status: 'status',
    signing: hash('md5', '{user_id}{transaction_id}{reward}{secret}', 'signature'),
  }),
  dialect('white-label-wall', 'White-label wall', {
    templates: { approve: `${wall}&status=1`, reverse: `${wall}&status=2` },
    status: 'status',
    signing: hash('md5', '{subId}{transId}{reward}{secret}', 'signature'),
  }),
];

/** @param id that of the preset */
export const dialectOf = (id: string): Dialect | undefined => dialects.find((each) => each.id === id);
