import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, paramNames } from './define-network.ts';

export const admob = defineNetwork('admob', {
  settings: {
    name: 'AdMob rewarded ads',
    click_param: 'custom_data',
    link_params: {},
    params: paramNames({ click_id: 'custom_data', transaction_id: 'transaction_id' }),
    signing: {
      kind: 'ecdsa',
      keys_url: 'https://www.gstatic.com/admob/reward/verifier-keys.json',
      name: 'signature',
      key_param: 'key_id',
      encoding: 'base64url',
    },
    status_map: { '': 'approve' },
    timestamp: { param: 'timestamp', tolerance_seconds: 86_400 },
    postback_query: '',
  },
  secret: 'generated',
  secret_name: 'None: we fetch Google’s public keys',
  notes: [
    'The app passes our click id as the ad’s custom data.',
    'Postbacks carry no money, so the payout set for the offer is used.',
    'We fetch the public keys from Google and keep them for a day.',
  ],
  paste: {
    path: [
      'Apps',
      'Your app',
      'Ad units',
      'Your ad unit',
      'Advanced settings',
      'Set up and verify callback URL',
      'Callback URL',
    ],
    source: vendorPage(
      'Set up and test server-side verification, AdMob Help',
      'https://support.google.com/admob/answer/9603226',
      'The way to the field Callback URL of a rewarded ad unit',
      '2026-11-26',
    ),
  },
  sources: [
    vendorPage(
      'Server-side verification callbacks, Google AdMob (iOS)',
      'https://developers.google.com/admob/ios/ssv',
      'Parameters in alphabetical order, then signature and key_id; the URL of the keys; custom_data, transaction_id, timestamp in milliseconds',
    ),
    thirdPartyCode(
      'Several public verifiers of rewarded ads (search for verifier-keys.json)',
      'ECDSA P-256 with SHA-256 over the raw query up to &signature=, DER, base64url; keys by keyId as PEM',
    ),
  ],
  unconfirmed: [],
  postbackTemplate: {
    values: {
      ad_network: '5450213213286189855',
      ad_unit: '2747237135',
      custom_data: '{link:custom_data}',
      reward_amount: '5',
      reward_item: 'Reward',
      timestamp: '{now_ms}',
      transaction_id: '{transaction_id}',
    },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      query:
        'ad_network=5450213213286189855&ad_unit=2747237135&custom_data=c-1&reward_amount=5&reward_item=Reward&timestamp=1793527198000&transaction_id=18fa792de1bca816048293fc71035638&user_id=u&signature=MEQCIDJUvK0OLD19Ok-g8XQ4OnckTKbT3poM-lUpOHtzvhxSAiB75pwbyC75pRLDCl9wJ1Z0MjlITWQ-rNPJDVF6OzuQNg&key_id=3335741209',
      publicKeys: {
        '3335741209':
          '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEOpPrHBfUXXC22eWDdnScekFM+HM3\nJhu3YYGh7dMq6eaqkInOIhA3KTtFMDH454TfPk1jHncuVn/gPfXCF+VJFg==\n-----END PUBLIC KEY-----\n',
      },
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: '18fa792de1bca816048293fc71035638',
        payout_paise: null,
      },
      tampered: ['custom_data=c-1', 'custom_data=c-2'],
    },
  ],
});
