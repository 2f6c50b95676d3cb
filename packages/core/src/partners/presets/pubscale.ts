import { thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, digest, networkSecret, paramNames, rule } from './define-network.ts';

export const pubscale = defineNetwork('pubscale', {
  settings: {
    name: 'PubScale',
    click_param: 'user_id',
    params: paramNames({ click_id: 'user_id', transaction_id: 'token', goal_id: 'goal_value' }),
    signing: digest('md5', '{secret}.{user_id}.{int:value}.{token}', 'signature'),
    status_map: { '': 'approve' },
    status_rules: [rule('reverse', { param: 'value', negative: true })],
    source_addresses: ['34.100.236.68'],
    currency: 'INR',
    rate: 1,
    postback_query: 'user_id={user_id}&value={value}&token={token}&goal_value={goal_value}&signature={signature}',
  },
  ...networkSecret('Secret key'),
  notes: [
    '`value` is the user’s reward, not the payout, so the payout set for the offer is used.',
    'PubScale resends a postback six times unless the answer is 200 to 299.',
    'Our click id is sent as the user id.',
  ],
  sources: [
    vendorPage(
      'Server-to-Server (S2S) Callback Configuration, PubScale',
      'https://pubscale.gitbook.io/offerwall-sdk/server-to-server-s2s-callback-configuration',
      'user_id, value, token, signature, goal_name, goal_value; MD5 of secret.user_id.value.token with the whole part of value; 200–299, else six retries',
    ),
    vendorPage(
      'Server-to-Server (S2S) Callback Configuration 1.0.10, PubScale',
      'https://pubscale.gitbook.io/offerwall-sdk/1.0.10/server-to-server-s2s-callback-configuration.md',
      'user_id, value, token, signature; an example of what is hashed, whose value 100.1234 counts as 100',
    ),
    thirdPartyPage('Collected notes on public integrations (PubScale)', null, '34.100.236.68', '2026-11-20'),
  ],
  unconfirmed: [
    'How PubScale reports a reversal. We treat a negative value as a reversal.',
    'The IP address that PubScale calls from.',
  ],
  postbackTemplate: {
    values: {
      '{user_id}': '{link:user_id}',
      '{value}': '12.75',
      '{token}': '{transaction_id}',
      '{goal_value}': '{goal_id}',
      '{goal_name}': 'A level',
    },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      documentedQuery: 'user_id={user_id}&value={value}&token={token}&goal_value={goal_value}&signature={signature}',
      query: 'user_id=c-1&value=12.75&token=t9&goal_value=Level%205&signature=db1ffb5fb122ffcd242f1b5f95577662',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', goal_id: 'Level 5', currency: 'INR' },
    },
    {
      query: 'user_id=c-1&value=12.75&token=tok1&goal_value=g&signature=484db47c1c16141519241c989cdea661',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'tok1', currency: 'INR', payout_paise: null },
      tampered: ['value=12.75', 'value=13.75'],
    },
  ],
});
