import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import {
  defaultFeed,
  defineNetwork,
  emptyFieldMap,
  networkSecret,
  paramNames,
  rule,
  signUrlWith,
} from './define-network.ts';

export const bitlabs = defineNetwork('bitlabs', {
  settings: {
    name: 'BitLabs',
    click_param: 'uid',
    params: paramNames({
      click_id: 'uid',
      transaction_id: 'tx',
      payout: 'raw',
      status: 'state',
      goal_id: 'task',
      parent_id: 'ref',
    }),
    signing: signUrlWith('sha1', 'hash'),
    status_map: { completed: 'approve', pending: 'pending', reconciled: 'reverse' },
    // The state takes precedence over the type. A completion without payout is a step of an offer, such as an install
    // or a start bonus.
    status_rules: [
      rule('reverse', { param: 'state', is: 'RECONCILED' }),
      rule('pending', { param: 'state', is: 'PENDING' }),
      rule('reverse', { param: 'magic_receipt_state', is: 'RECONCILED' }),
      rule('reverse', { param: 'magic_receipt_state', is: 'REJECTED' }),
      rule('pending', { param: 'magic_receipt_state', is: 'PENDING' }),
      rule('pending', { param: 'magic_receipt_state', is: 'REVIEWING' }),
      rule('reverse', { param: 'type', is: 'RECONCILIATION' }),
      rule('ignore', { param: 'type', is: 'START_BONUS' }),
      rule('ignore', { param: 'type', is: 'SCREENOUT' }),
      rule('reverse', { param: 'raw', negative: true }),
      rule('ignore', { param: 'raw', zero: true }),
      rule('approve', { param: 'state', is: 'COMPLETED' }),
      rule('approve', { param: 'magic_receipt_state', is: 'COMPLETED' }),
      rule('approve', { param: 'state', is: '' }, { param: 'type', is: 'COMPLETE' }),
      // If states are disabled, the state is NONE and the postback itself is the completion.
      rule('approve', { param: 'state', is: 'NONE' }, { param: 'type', is: 'COMPLETE' }),
      rule('approve', { param: 'state', is: 'NONE' }, { param: 'type', is: '' }),
    ],
    source_addresses: ['20.76.54.40/29'],
    postback_query:
      'uid=[%UID%]&tx=[%TX%]&raw=[%RAW%]&ref=[%REF%]&state=[%OFFER_STATE%]&type=[%TYPE%]&task=[%TASK_ID%]',
  },
  ...networkSecret('App secret'),
  notes: [
    'BitLabs adds &hash= itself and signs the exact URL, so paste the URL unchanged. If a proxy rewrites the URL, also set “Signed URL”.',
    'A survey reconciliation has its own id. Its ref names the conversion that it reverses, so keep ref in the URL.',
    'For Magic Receipts, turn on stateful callbacks and add magic_receipt_state to the URL.',
    'Our click id is sent as the user id (uid).',
  ],
  paste: {
    path: ['Publisher Dashboard', 'Apps', 'Your App', 'Integration', 'Reward Callback'],
    source: vendorPage(
      'Reward callbacks, BitLabs developer docs',
      'https://developer.bitlabs.ai/docs/general-reward-callbacks',
      'The cog wheel next to Reward Callback opens the configurator of the callback URL',
      '2026-11-26',
    ),
  },
  sources: [
    vendorPage(
      'Callback parameters, BitLabs developer docs',
      'https://developer.bitlabs.ai/docs/callback-parameters',
      'Macros; OFFER_STATE is NONE by default; TYPE is COMPLETE, SCREENOUT, RECONCILIATION, START_BONUS; REF looks up the completion; &hash= is the HMAC-SHA1 of the whole URL',
    ),
    vendorPage(
      'Magic Receipt callbacks, BitLabs developer docs',
      'https://developer.bitlabs.ai/docs/stateful-magic-receipt-callbacks',
      'magic_receipt_state is PENDING, REVIEWING, RECONCILED, COMPLETED',
    ),
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
      '&hash= is appended: HMAC-SHA1 in hex of the whole URL, with an example',
    ),
  ],
  unconfirmed: [
    'How macros are spelled in your dashboard: newer dashboards use [%USER:ID%].',
    'That screenouts pay you nothing.',
    'The IP addresses that BitLabs calls from.',
  ],
  feed: {
    label: 'BitLabs, Static Offer API',
    settings: {
      ...defaultFeed,
      url: 'https://api.bitlabs.ai/v2/publishers/offers',
      items: 'data.offers',
      fields: {
        ...emptyFieldMap,
        external_id: 'id',
        title: 'anchor',
        description: 'description',
        url: 'click_url',
        payout: 'events.0.payout',
        category: 'app_metadata.categories.0',
        countries: 'geo_targeting.countries',
        picture: 'creatives.icon',
        instructions: 'requirements',
      },
      category_map: { games: 'Game', game: 'Game', shopping: 'Shopping' },
      auth: { kind: 'header', name: 'X-S2S-Token' },
      query: { limit: '1000' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      vendorPage(
        'Static Offer API, BitLabs developer docs',
        'https://developer.bitlabs.ai/docs/static-offer-api',
        'data.offers with id, anchor, description, requirements, click_url, creatives.icon, app_metadata.categories, events',
      ),
      thirdPartyCode(
        'handleBitlabsTasksImport of a public rewards backend (repository unknown)',
        'The header X-S2S-Token, limit and skip; geo_targeting.countries[].country_code; events[].payout',
      ),
    ],
    unconfirmed: [
      'That the first event is the one that pays.',
      'The field names of an event’s id, name and payout. Once you set them, events are imported as goals.',
      'That the API lists at most 1,000 offers. We do not fetch further pages.',
    ],
  },
  postbackTemplate: {
    values: {
      '[%UID%]': '{link:uid}',
      '[%TX%]': '{transaction_id}',
      '[%RAW%]': '{payout}',
      '[%VAL%]': '500',
      '[%REF%]': '',
      '[%OFFER_STATE%]': 'COMPLETED',
      '[%TYPE%]': 'COMPLETE',
      '[%TASK_ID%]': '{goal_id}',
    },
    kinds: {
      approve: {},
      pending: { '[%OFFER_STATE%]': 'PENDING' },
      reverse: { '[%OFFER_STATE%]': 'RECONCILED', '[%TYPE%]': 'RECONCILIATION', '[%REF%]': '{transaction_id}' },
      ignore: { '[%OFFER_STATE%]': 'COMPLETED', '[%RAW%]': '0.00' },
    },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'uid=[%UID%]&tx=[%TX%]&raw=[%RAW%]&val=[%VAL%]&ref=[%REF%]&state=[%OFFER_STATE%]&type=[%TYPE%]&task=[%TASK_ID%]',
      query:
        'uid=c-1&tx=t9&raw=1.25&val=500&ref=&state=COMPLETED&type=COMPLETE&task=Level%205&hash=49463babea25d3dd7dcfc13021bb5b945ecb0695',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 't9',
        goal_id: 'Level 5',
        payout_micros: '1250000',
        currency: 'USD',
      },
    },
    {
      query: 'uid=c-1&tx=TX1&raw=1.25&state=COMPLETED&type=&hash=f78c9a6c4ab75bd78a8087fb4f55a47a4dcf6998',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 'TX1',
        payout_micros: '1250000',
        payout_paise: 11_000,
      },
      tampered: ['raw=1.25', 'raw=9.25'],
    },
    {
      query: 'uid=c-1&tx=TX1&raw=1.25&state=PENDING&hash=3da74d28a85d5e7e5917075e4d1757219ec6a8ff',
      expected: { kind: 'pending', transaction_id: 'TX1' },
    },
    {
      query:
        'uid=c-1&tx=TX1&raw=1.25&state=RECONCILED&type=RECONCILIATION&hash=d097af36ec795ed973298b3a4efcb7069f5e3468',
      expected: { kind: 'reverse', transaction_id: 'TX1' },
    },
    {
      query: 'uid=c-1&tx=TX1&raw=-1.25&state=RECONCILED&hash=6127caf0ae3db11e3c8ce98553bcc6bd9eb1a3aa',
      expected: { kind: 'reverse', transaction_id: 'TX1' },
    },
    // The completion of an install step, which pays nothing.
    {
      query: 'uid=c-1&tx=TX2&raw=0.00&state=COMPLETED&type=COMPLETE&hash=64f451cd0cb2e38073a8be09d1dc336079ddee34',
      expected: { outcome: 'ignored' },
    },
    // States are disabled, which is the default.
    {
      query: 'uid=c-1&tx=o3&raw=0.80&state=NONE&type=COMPLETE&hash=2cc1965cfb2d7f1e243fd38ca5e4dd68206084a4',
      expected: { kind: 'approve', transaction_id: 'o3' },
    },
    {
      query: 'uid=c-1&tx=o3&raw=0.80&state=NONE&type=&hash=5ab629be969adf0d351396a4b3e81ecfa700ab47',
      expected: { kind: 'approve', transaction_id: 'o3' },
    },
    {
      query:
        'uid=c-1&tx=or3&ref=o3&raw=-0.80&state=NONE&type=RECONCILIATION&hash=2fdb2d0b76a1023b75a305834096072dcb95a982',
      expected: { kind: 'reverse', transaction_id: 'o3', reversal_id: 'or3' },
    },
    {
      query: 'uid=c-1&tx=S1&raw=0.05&type=START_BONUS&hash=5be034013b98667aae8de580456093d4ec22b6a4',
      expected: { outcome: 'ignored' },
    },
    {
      query: 'uid=c-1&tx=S1&raw=0.00&type=SCREENOUT&hash=1ef47b49c8c3f8c5c5a03cde7ec7a44bf34d8b10',
      expected: { outcome: 'ignored' },
    },
    {
      query: 'uid=c-1&tx=S1&raw=0.80&type=COMPLETE&hash=f8102f63f55132e45ae6c0b686704e8d923718da',
      expected: { kind: 'approve', transaction_id: 'S1' },
    },
    {
      query: 'uid=c-1&tx=S2&ref=S1&raw=-0.80&type=RECONCILIATION&hash=fb6d4759c074d9e6d5e1f8b56bd2ef5cb027944a',
      expected: { kind: 'reverse', transaction_id: 'S1', reversal_id: 'S2' },
    },
    {
      query: 'uid=c-1&tx=S1&raw=0.80&type=NEW_WORD&hash=dd86c5c8f3796273ee4d9b4a888c6c2fc1e49c78',
      expected: { outcome: 'parked' },
    },
    // The state takes precedence over the type.
    {
      query: 'uid=c-1&tx=S1&raw=0.80&state=NEW_STATE&type=COMPLETE&hash=a142abb9a4059725bcdd390a16564b42a689316f',
      expected: { outcome: 'parked' },
    },
    {
      query: 'uid=c-1&tx=m1&raw=0.80&magic_receipt_state=REVIEWING&hash=8e907d8fde6c611c3f0aa2325abdc26ad2bd2f7f',
      expected: { kind: 'pending', transaction_id: 'm1' },
    },
    {
      query: 'uid=c-1&tx=m1&raw=0.80&magic_receipt_state=COMPLETED&hash=a41cf0bc0fd64da5fd1262895c391c7bc445ed43',
      expected: { kind: 'approve', transaction_id: 'm1' },
    },
    {
      query: 'uid=c-1&tx=m1&raw=0.80&magic_receipt_state=REJECTED&hash=65a9579da7e0c072b304cb32e7d95e7fa2c97c9f',
      expected: { kind: 'reverse', transaction_id: 'm1' },
    },
    // The example of https://developer.bitlabs.ai/docs/securing-callbacks-through-hashing.
    {
      query: 'uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500&hash=dbcd6bb8ca677344592842a52b4fca9bec36cd4b',
      example: {
        key: 'JLOIAUNMHFli7ZJOQVEzm98rzqnm9',
        settings: {
          signed_url: 'https://publisher.com/complete',
          params: paramNames({ click_id: 'uid', payout: 'val' }),
          status_map: { '': 'approve' },
        },
      },
      expected: { kind: 'approve', click_id: '8cc877ee-af19-488d-b28d-216fb866b996', payout_micros: '500000000' },
      tampered: ['val=500', 'val=5000'],
    },
    {
      query:
        'uid=c-1&tx=or3&ref=o3&raw=0.80&state=NONE&type=RECONCILIATION&hash=a18d50ba7d75cbf82a33cc98982391a40e2cff7b',
      expected: { kind: 'reverse', transaction_id: 'o3' },
    },
    {
      query: 'uid=c-1&tx=S1&raw=0.05&type=SCREENOUT&hash=c5e650107b7fb3b0acea8a19c697c3ecc0341a40',
      expected: { outcome: 'ignored' },
    },
    {
      query: 'uid=c-1&tx=m1&raw=0.80&magic_receipt_state=RECONCILED&hash=241b5155c2c6603c9a059164461d43f350033ed1',
      expected: { kind: 'reverse', transaction_id: 'm1' },
    },
    {
      query: 'uid=c-1&tx=m1&raw=0.80&magic_receipt_state=PENDING&hash=295d677ec14b181a771501c4372480ec53734a4b',
      expected: { kind: 'pending', transaction_id: 'm1' },
    },
  ],
});
