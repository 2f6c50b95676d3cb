import { thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, networkSecret, paramNames } from './define-network.ts';

export const adgemV3 = defineNetwork('adgem-v3', {
  settings: {
    name: 'AdGem, version 3 (POST)',
    click_param: 'player_id',
    params_in: 'body',
    params: paramNames({
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
  ...networkSecret('Postback key'),
  notes: [
    'This version is a beta: ask AdGem’s publisher support to turn it on.',
    'Our click id is sent as the player id.',
  ],
  paste: {
    path: ['Properties & Apps', 'Options', 'Edit', 'Postback Options', 'Server Postback', 'Postback URL'],
    source: vendorPage(
      'Enabling Server Postback, AdGem docs',
      'https://docs.adgem.com/publisher-support/android-postback-setup',
      'The way to the fields Postback Key and Postback URL',
      '2026-11-26',
    ),
  },
  sources: [
    vendorPage(
      'Postback Methods (Android), AdGem docs',
      'https://docs.adgem.com/publisher-support/android-postback-setup',
      'Postbacks by POST are a beta, switched on by the support',
    ),
    thirdPartyPage(
      'Collected notes on public integrations (AdGem v3)',
      null,
      'A header Signature over the raw body; conversion or request id',
      '2026-11-02',
    ),
  ],
  unconfirmed: [
    'The field names in the body. Compare them with a received postback in the inbox.',
    'That the Signature header is the HMAC-SHA256 of the raw body, in hex.',
    'How AdGem reports a reversal. We treat a negative payout as a reversal.',
  ],
  postbackTemplate: {
    body: 'json',
    values: {
      player_id: '{link:player_id}',
      request_id: '{transaction_id}',
      payout: '{payout}',
      amount: '210',
      goal_name: '{goal_id}',
    },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      documentedQuery: '',
      body: '{"player_id":"c-1","request_id":"t9","payout":"1.25","amount":"210","goal_name":"Level 5"}',
      contentType: 'application/json',
      headers: { signature: '23443cf9eeaf6dd0f529640fc01674df2f7ba647ab02510015137a03d799fc01' },
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
      body: '{"player_id":"c-1","request_id":"r1","payout":2.10,"goal_name":"Level 5"}',
      contentType: 'application/json',
      headers: { signature: '87e6f49437e216b749703f7e3ad94211f609ee5ad7a44d5b231ca2e12022c56d' },
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'r1', payout_micros: '2100000' },
    },
  ],
});
