import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';
import { named, plain, preset, taken } from './base.ts';

/**
 * Offer walls that sign. Sources: each vendor's postback documents as of 2026-11.
 * What those do not say is listed as `unconfirmed`.
 */

const digest = (algorithm: 'md5' | 'sha256', template: string, name: string): Signing => ({
  kind: 'hash',
  algorithm,
  template,
  fields: 'decoded',
  in: 'param',
  name,
  encoding: 'hex',
});

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
        {
          when: [
            { param: 'is_chargeback', test: 'equals', value: '1' },
            { param: 'transaction_id', test: 'prefix', value: 'r-' },
          ],
          kind: 'reverse',
        },
        { when: [{ param: 'is_chargeback', test: 'equals', value: '1' }], kind: 'reverse' },
        { when: [{ param: 'transaction_id', test: 'prefix', value: 'r-' }], kind: 'reverse' },
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
        'transaction_id={transaction_id}&external_identifier={external_identifier}&payout_usd={payout_usd}&is_chargeback={is_chargeback}',
    },
    {
      secret: 'theirs',
      secret_name: 'Publisher API key',
      notes: [
        'Chargebacks are sent only when you ask for them.',
        'Anything but 200 is sent again 12 times within an hour.',
      ],
      unconfirmed: ['The addresses that it calls from: the vendor changed them in 2025.'],
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
      secret: 'theirs',
      secret_name: 'Virtual currency secret key',
      notes: ['The call carries points and no money: the offer’s own reward counts as the payout.'],
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
      signing: {
        kind: 'hmac',
        algorithm: 'sha256',
        over: 'url',
        rewrite: 'as_received',
        in: 'param',
        name: 'verifier',
        encoding: 'hex',
      },
      status_map: { '': 'approve' },
      source_addresses: ['18.191.5.158'],
      postback_query:
        'player_id={player_id}&transaction_id={transaction_id}&payout={payout}&amount={amount}&goal_name={goal_name}',
    },
    {
      secret: 'theirs',
      secret_name: 'Postback key',
      notes: [
        'The key is shown once.',
        '`payout` is what counts, not `amount`.',
        'For version 3 sign over the body, in the header Signature.',
      ],
      unconfirmed: [
        'What the transaction id is called.',
        'The address that it calls from.',
        'How it tells a reversal.',
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
      status_map: { '': 'approve', '1': 'approve', '0': 'reverse' },
      payout_ceiling: 500_000,
      replies: taken('1'),
      postback_query:
        'userID={userID}&transactionID={transactionID}&ip={ip}&revenue={revenue}&currencyReward={currencyReward}&status={status}&goalID={goalID}&hash={hash}',
    },
    {
      secret: 'theirs',
      secret_name: 'Postback secret',
      notes: ['The transaction and the status are not part of the hash.'],
      unconfirmed: ['The words that it sends as status.', 'The reply text that it wants.'],
    },
  ),
  preset(
    'offertoro',
    {
      name: 'OfferToro / Torox',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', transaction_id: 'id', payout: 'payout' }),
      signing: digest('md5', '{oid}-{user_id}-{secret}', 'sig'),
      status_map: { '': 'approve' },
      source_addresses: ['54.175.173.245'],
      payout_ceiling: 500_000,
      replies: { ...taken('1'), refused: plain('0', 400), forged: plain('0', 403) },
      postback_query: 'id={id}&oid={oid}&user_id={user_id}&payout={payout}&sig={sig}',
    },
    {
      secret: 'theirs',
      secret_name: 'Secret key',
      notes: [
        'Neither the transaction nor the amount is part of the hash: the ceiling bounds what a changed one could claim.',
      ],
      unconfirmed: ['The address that it calls from.', 'The replies that it wants.', 'How it tells a reversal.'],
    },
  ),
  preset(
    'pubscale',
    {
      name: 'PubScale',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', transaction_id: 'token', goal_id: 'goal_name' }),
      signing: digest('md5', '{secret}.{user_id}.{int:value}.{token}', 'signature'),
      status_map: { '': 'approve' },
      currency: 'INR',
      rate: 1,
      postback_query: 'user_id={user_id}&value={value}&token={token}&goal_name={goal_name}&signature={signature}',
    },
    {
      secret: 'theirs',
      secret_name: 'Secret key',
      notes: [
        '`value` is the user’s reward, not the payout: the offer’s own reward counts.',
        'Anything but 200 to 299 comes again six times.',
      ],
      unconfirmed: ['What the signature is called.', 'How it tells a reversal.'],
    },
  ),
  preset(
    'wannads',
    {
      name: 'Wannads',
      click_param: 'userId',
      params: named({
        click_id: 'user_id',
        transaction_id: 'transaction_id',
        payout: 'payout',
        status: 'status',
        goal_id: 'goal_id',
      }),
      signing: digest('md5', '{user_id}{transaction_id}{reward}{secret}', 'signature'),
      // Accounts that were migrated send numbers and leave the reward positive.
      status_map: { credited: 'approve', rejected: 'reverse', '1': 'approve', '2': 'reverse' },
      status_rules: [{ when: [{ param: 'reward', test: 'negative', value: '' }], kind: 'reverse' }],
      replies: taken('OK'),
      postback_query:
        'user_id={user_id}&transaction_id={transaction_id}&reward={reward}&payout={payout}&status={status}&goal_id={goal_id}&signature={signature}',
    },
    {
      secret: 'theirs',
      secret_name: 'Secret key',
      notes: [],
      unconfirmed: [
        'The hash formula.',
        'Whether payout is sent.',
        'The words that it sends as status: they differ by account.',
      ],
    },
  ),
  preset(
    'white-label-wall',
    {
      name: 'White-label wall',
      click_param: 'subId',
      params: named({
        click_id: 'subId',
        transaction_id: 'transId',
        payout: 'payout',
        status: 'status',
        goal_id: 'event_id',
      }),
      signing: digest('md5', '{subId}{transId}{reward}{secret}', 'signature'),
      // Amounts are absolute: only the status tells the direction.
      status_map: { '1': 'approve', '2': 'reverse' },
      payout_ceiling: 500_000,
      replies: taken('ok'),
      postback_query:
        'subId={subId}&transId={transId}&reward={reward}&payout={payout}&status={status}&event_id={event_id}&signature={signature}',
    },
    {
      secret: 'theirs',
      secret_name: 'Secret key',
      notes: ['AdswedMedia, Offer4Ads, AdwallX, BitsWall and their kin.', 'The payout is not part of the hash.'],
      unconfirmed: ['The reply text that your wall wants.', 'The addresses that it calls from.'],
    },
  ),
];
