import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { othersCode, vendorPage } from '@inaam/contracts/networks/source';
import { digest, named, overUrl, plain, preset, rule, taken, theirs } from './base.ts';

/** Offer walls that sign. Each names its sources; what no document says is `unconfirmed`. */
export const offerwallPresets: NetworkPreset[] = [
  preset(
    'ayet',
    {
      name: 'ayeT-Studios',
      click_param: 'external_identifier',
      params: named({
        click_id: 'external_identifier',
        transaction_id: 'transaction_id',
        payout: 'payout_usd',
        goal_id: 'task_uuid',
      }),
      signing: {
        kind: 'hmac',
        algorithm: 'sha256',
        over: 'sorted_query',
        rewrite: 'form',
        in: 'header',
        name: 'X-Ayetstudios-Security-Hash',
        encoding: 'hex',
      },
      status_map: { '': 'approve' },
      // A chargeback has a name of its own, made of its parent's.
      status_rules: [
        rule('reverse', { param: 'is_chargeback', is: '1' }, { param: 'transaction_id', prefix: 'r-' }),
        rule('reverse', { param: 'is_chargeback', is: '1' }),
        rule('reverse', { param: 'transaction_id', prefix: 'r-' }),
      ],
      source_addresses: [
        '51.79.101.241',
        '158.69.185.134',
        '158.69.185.154',
        '35.165.166.40',
        '35.166.159.131',
        '52.40.3.140',
      ],
      postback_query:
        'transaction_id={transaction_id}&external_identifier={external_identifier}&payout_usd={payout_usd}&is_chargeback={is_chargeback}&task_uuid={task_uuid}',
    },
    {
      ...theirs('Publisher API key'),
      notes: [
        'Chargebacks are sent only if “Enable Reversal Callbacks” is on for the placement.',
        'It retries any call that is not answered with 200, 12 times within an hour.',
        'Our click id is sent as the user id.',
      ],
      sources: [
        vendorPage(
          'Offerwall Callbacks, ayeT-Studios docs',
          'https://docs.ayetstudios.com/v/product-docs/callbacks-and-testing/callbacks/offerwall-callbacks',
          'Macros; 200 or 12 resends within an hour; a chargeback has is_chargeback=1 and an id that begins with r-',
        ),
      ],
      unconfirmed: ['The IP addresses it calls from: the vendor changed them in January 2025.'],
    },
  ),
  preset(
    'tapjoy',
    {
      name: 'Tapjoy',
      click_param: 'snuid',
      params: named({ click_id: 'snuid', transaction_id: 'id' }),
      signing: digest('md5', '{id}:{snuid}:{currency}:{secret}', 'verifier'),
      status_map: { '': 'approve' },
      // 403 is what makes it stop; anything else but 200 comes again every five minutes for four days.
      replies: { ...taken('OK'), unknown_click: plain('unknown user', 403), refused: plain('refused', 403) },
      postback_query: '',
    },
    {
      ...theirs('Virtual currency secret key'),
      notes: [
        'Calls carry points, not money, so the payout set for the offer is used.',
        'It sends no reversals.',
        'It has no sub id, so our click id is sent as the user id.',
      ],
      sources: [
        vendorPage(
          'Self-managed currency, Unity docs',
          'https://docs.unity.com/en-us/tapjoy',
          'verifier is the MD5 of id:snuid:currency:secret; 200 grants, 403 stops, all else comes again for four days',
          '2026-11-02',
        ),
      ],
      unconfirmed: [],
    },
  ),
  preset(
    'adgem',
    {
      name: 'AdGem',
      click_param: 'player_id',
      params: named({
        click_id: 'player_id',
        transaction_id: 'transaction_id',
        payout: 'payout',
        goal_id: 'goal_name',
      }),
      signing: overUrl('sha256', 'verifier'),
      status_map: { '': 'approve' },
      source_addresses: ['18.191.5.158'],
      postback_query:
        'player_id={player_id}&transaction_id={transaction_id}&payout={payout}&amount={amount}&goal_name={goal_name}',
    },
    {
      ...theirs('Postback key'),
      notes: [
        'AdGem shows the key only once, so keep it.',
        'The payout is read from `payout`, not from `amount`.',
        'Our click id is sent as the player id.',
      ],
      sources: [
        vendorPage(
          'Postback Setup (web), AdGem docs',
          'https://docs.adgem.com/publisher-support/web-postback-setup',
          'GET by default; values are raw-url-encoded; payout is what validates a reward; goal_name for multi-reward offers; the key is shown once',
        ),
      ],
      unconfirmed: ['The IP address it calls from.', 'How it reports a reversal: we treat a negative payout as one.'],
    },
  ),
  preset(
    'adgem-v3',
    {
      name: 'AdGem, version 3 (POST)',
      click_param: 'player_id',
      params_in: 'body',
      params: named({
        click_id: 'player_id',
        transaction_id: 'request_id',
        payout: 'payout',
        goal_id: 'goal_name',
      }),
      signing: {
        kind: 'hmac',
        algorithm: 'sha256',
        over: 'body',
        rewrite: 'as_received',
        in: 'header',
        name: 'Signature',
        encoding: 'hex',
      },
      status_map: { '': 'approve' },
      source_addresses: ['18.191.5.158'],
      postback_query: '',
    },
    {
      ...theirs('Postback key'),
      notes: [
        'This version is a beta: ask AdGem’s publisher support to turn it on.',
        'Our click id is sent as the player id.',
      ],
      sources: [
        vendorPage(
          'Postback Methods (Android), AdGem docs',
          'https://docs.adgem.com/publisher-support/android-postback-setup',
          'Postbacks by POST are a beta, switched on by the support',
        ),
      ],
      unconfirmed: [
        'The field names in the body: compare them with a call in the inbox.',
        'That the Signature header is the HMAC-SHA256 of the raw body, in hex.',
        'How it reports a reversal: we treat a negative payout as one.',
      ],
    },
  ),
  preset(
    'lootably',
    {
      name: 'Lootably',
      click_param: 'userID',
      params: named({
        click_id: 'userID',
        transaction_id: 'transactionID',
        payout: 'revenue',
        status: 'status',
        goal_id: 'goalID',
      }),
      signing: digest('sha256', '{userID}{ip}{revenue}{currencyReward}{secret}', 'hash'),
      status_map: { '1': 'approve', '0': 'reverse' },
      replies: taken('1'),
      postback_query:
        'userID={userID}&transactionID={transactionID}&ip={ip}&revenue={revenue}&currencyReward={currencyReward}&status={status}&goalID={goalID}&hash={hash}',
    },
    {
      ...theirs('Postback secret'),
      notes: [
        'The hash does not cover the transaction or the status.',
        'Our click id is sent as the user id.',
        'The postback address must use https.',
      ],
      sources: [
        vendorPage(
          'lootably-postback-hash, npm (Lootably’s own package)',
          'https://npmjs.com/package/lootably-postback-hash',
          'The hash is the SHA-256 of userID, ip, revenue, currencyReward and the postback secret',
        ),
        vendorPage(
          'Postbacks, Lootably documentation',
          'https://documentation.lootably.com/docs/postbacks',
          'Reply 1; status 1 credits, 0 takes back; goalID for multistep offers',
          '2026-11-02',
        ),
      ],
      unconfirmed: ['The IP addresses it calls from.'],
    },
  ),
  preset(
    'offertoro',
    {
      name: 'Torox (OfferToro)',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', transaction_id: 'id', payout: 'payout' }),
      signing: digest('md5', '{oid}-{user_id}-{secret}', 'sig'),
      status_map: { '': 'approve' },
      status_rules: [rule('reverse', { param: 'amount', negative: true })],
      source_addresses: ['54.175.173.245'],
      replies: { ...taken('1'), refused: plain('0', 400), forged: plain('0', 403) },
      postback_query: '',
    },
    {
      ...theirs('Secret key'),
      notes: [
        'It adds its parameters itself: paste the URL without any.',
        'A chargeback carries the id of the conversion it reverses, with a negative payout and amount.',
        'The hash covers neither the transaction nor the amount. The payout ceiling limits what a forged call could claim.',
        'Our click id is sent as the user id.',
      ],
      sources: [
        vendorPage(
          'Postback, OfferToro docs',
          'https://www.offertoro.com/docs',
          'sig is the MD5 of oid-user_id-secret; id, oid, user_id, amount, payout are sent',
          '2026-11-02',
        ),
      ],
      unconfirmed: ['The IP address it calls from.', 'The replies it expects.'],
    },
  ),
  preset(
    'pubscale',
    {
      name: 'PubScale',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', transaction_id: 'token', goal_id: 'goal_value' }),
      signing: digest('md5', '{secret}.{user_id}.{int:value}.{token}', 'signature'),
      status_map: { '': 'approve' },
      status_rules: [rule('reverse', { param: 'value', negative: true })],
      source_addresses: ['34.100.236.68'],
      currency: 'INR',
      rate: 1,
      postback_query: 'user_id={user_id}&value={value}&token={token}&goal_value={goal_value}&signature={signature}',
    },
    {
      ...theirs('Secret key'),
      notes: [
        '`value` is the user’s reward, not the payout, so the payout set for the offer is used.',
        'It retries any call that is not answered with 200 to 299, six times.',
        'Our click id is sent as the user id.',
      ],
      sources: [
        vendorPage(
          'Server-to-Server (S2S) Callback Configuration, PubScale',
          'https://pubscale.gitbook.io/offerwall-sdk/server-to-server-s2s-callback-configuration',
          'user_id, value, token, signature, goal_name, goal_value; MD5 of secret.user_id.value.token with the whole part of value; 200–299, else six retries',
        ),
      ],
      unconfirmed: ['How it reports a reversal: we treat a negative value as one.', 'The IP address it calls from.'],
    },
  ),
  preset(
    'wannads',
    {
      name: 'Wannads',
      click_param: 'aff_sub',
      link_params: { user_id: 'user_id' },
      params: named({
        click_id: 'aff_sub',
        transaction_id: 'transaction_id',
        payout: 'payout',
        status: 'status',
        goal_id: 'goal_id',
      }),
      signing: digest('md5', '{user_id}{transaction_id}{reward}{secret}', 'signature'),
      // Accounts that were migrated send numbers and leave the reward positive.
      status_map: { credited: 'approve', rejected: 'reverse', '1': 'approve', '2': 'reverse' },
      status_rules: [rule('reverse', { param: 'reward', negative: true })],
      source_addresses: ['3.22.177.178'],
      replies: taken('OK'),
      postback_query:
        'user_id={user_id}&aff_sub={aff_sub}&transaction_id={transaction_id}&reward={reward}&payout={payout}&status={status}&goal_id={goal_id}&signature={signature}',
    },
    {
      ...theirs('Secret key'),
      notes: [],
      sources: [
        vendorPage(
          'Reward App Postback, Wannads',
          'https://wannads.com/documentation/postback/app',
          'Macros user_id, reward, status credited/rejected (1/2 on migrated accounts), aff_sub to aff_sub4, goal_id, transaction_id; the reward of a rejection is negative',
        ),
      ],
      unconfirmed: ['The hash formula.', 'The IP address it calls from.'],
    },
  ),
  preset(
    'kiwiwall',
    {
      name: 'Kiwi Wall',
      click_param: 's',
      params: named({ click_id: 'sub_id', transaction_id: 'trans_id', payout: 'gross', status: 'status' }),
      signing: digest('md5', '{sub_id}:{amount}:{secret}', 'signature'),
      status_map: { '1': 'approve', '2': 'reverse' },
      source_addresses: ['34.193.235.172'],
      replies: { ...taken('1'), refused: plain('0', 400), forged: plain('0', 403) },
      postback_query:
        'status={status}&trans_id={trans_id}&sub_id={sub_id}&gross={gross}&amount={amount}&offer_id={offer_id}&signature={signature}',
    },
    {
      ...theirs('Secret key'),
      notes: [
        '`gross` is in dollars, `amount` in points. The signature covers only `amount`.',
        'Our click id is sent as the sub id.',
      ],
      sources: [
        othersCode(
          'Kiwiwall Integration Guide in the documents of a public rewards app (its repository is not named by the index)',
          'Macros status 1/2, trans_id, sub_id to sub_id_5, amount (points), gross (dollars), signature MD5(sub_id:amount:secret); 34.193.235.172',
        ),
      ],
      unconfirmed: ['Everything: we could not read the vendor’s own page.'],
    },
  ),
  preset(
    'timewall',
    {
      name: 'TimeWall',
      click_param: 'uid',
      params: named({ click_id: 'userID', transaction_id: 'transactionID', payout: 'revenue', status: 'type' }),
      signing: digest('sha256', '{userID}{revenue}{secret}', 'hash'),
      status_map: { credit: 'approve', chargeback: 'reverse' },
      replies: taken('OK'),
      postback_query:
        'userID={userID}&transactionID={transactionID}&revenue={revenue}&currencyAmount={currencyAmount}&type={type}&hash={hash}',
    },
    {
      ...theirs('Secret key'),
      notes: ['The hash covers neither the transaction nor the type.', 'Our click id is sent as the user id.'],
      sources: [
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php',
          'Macros {userID}, {transactionID}, {currencyAmount}, {revenue}',
        ),
      ],
      unconfirmed: [
        'Everything: we could not read the vendor’s own page.',
        'Whether a chargeback carries the id of the conversion it reverses.',
      ],
    },
  ),
  preset(
    'notik',
    {
      name: 'Notik',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', transaction_id: 'txn_id', payout: 'payout' }),
      signing: overUrl('sha1', 'hash'),
      status_map: { '': 'approve' },
      status_rules: [rule('reverse', { param: 'amount', negative: true })],
      replies: { ...taken('1'), refused: plain('0', 400), forged: plain('0', 403) },
      postback_query: '',
    },
    {
      ...theirs('Secret key'),
      notes: [
        'It adds its parameters itself. The hash comes last and covers the whole address before it.',
        'A chargeback carries the transaction of the conversion it reverses, with a negative amount.',
        'Our click id is sent as the user id.',
      ],
      sources: [
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (notik)',
          'user_id, amount, payout, offer_id, offer_name, txn_id, conversion_ip are sent without being asked for',
        ),
      ],
      unconfirmed: ['Everything: we could not read the vendor’s own page.', 'The hash formula: several are in use.'],
    },
  ),
];
