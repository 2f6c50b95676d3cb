import { thirdPartyCode } from '@inaam/contracts/networks/source';
import { defineNetwork, networkSecret, paramNames, rule } from './define-network.ts';

export const pollfish = defineNetwork('pollfish', {
  settings: {
    name: 'Pollfish',
    click_param: 'request_uuid',
    params: paramNames({ click_id: 'request_uuid', transaction_id: 'tx_id', status: 'status' }),
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
    status_map: { eligible: 'approve', 'not eligible': 'ignore', noteligible: 'ignore' },
    status_rules: [rule('ignore', { param: 'debug', is: 'true' })],
    timestamp: { param: 'timestamp', tolerance_seconds: 7 * 86_400 },
    postback_query:
      'cpa=[[cpa]]&device_id=[[device_id]]&request_uuid=[[request_uuid]]&reward_name=[[reward_name]]&reward_value=[[reward_value]]&status=[[status]]&reason=[[reason]]&timestamp=[[timestamp]]&tx_id=[[tx_id]]&debug=[[debug]]&signature=[[signature]]',
  },
  ...networkSecret('Account secret key'),
  notes: [
    '`cpa` is in cents, so the payout set for the offer is used instead.',
    'Our click id is sent as request_uuid.',
  ],
  sources: [
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (pollfish)',
      'Macros in double square brackets: [[request_uuid]], [[tx_id]], [[reward_value]], [[cpa]]',
    ),
    thirdPartyCode(
      'MonkeyD-Core/Claimbits system/gateways/pollfish.php',
      'signature is base64 HMAC-SHA1 over cpa:device_id:request_uuid:reward_name:reward_value:status:reason:timestamp:tx_id; status eligible; debug postbacks do not credit',
    ),
  ],
  unconfirmed: ['Everything: we could not read the vendor’s own page.', 'All status words other than “eligible”.'],
  postbackTemplate: {
    values: {
      '[[cpa]]': '30',
      '[[device_id]]': 'd-1',
      '[[request_uuid]]': '{link:request_uuid}',
      '[[reward_name]]': 'Points',
      '[[reward_value]]': '30',
      '[[status]]': 'eligible',
      '[[reason]]': '',
      '[[timestamp]]': '{now_ms}',
      '[[tx_id]]': '{transaction_id}',
      '[[debug]]': 'false',
    },
    kinds: { approve: {}, ignore: { '[[debug]]': 'true' } },
  },
  examplePostbacks: [
    {
      query:
        'cpa=30&device_id=d&request_uuid=c-1&reward_name=P&reward_value=3&status=eligible&reason=&timestamp=1793527200000&tx_id=p1&signature=CzM2aroqjjjBFwk5DYrlZQudSuc%3D',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'p1', payout_paise: null },
      tampered: ['request_uuid=c-1', 'request_uuid=c-2'],
    },
    {
      query:
        'cpa=30&device_id=d&request_uuid=c-1&reward_name=P&reward_value=3&status=eligible&reason=&timestamp=1693527200000&tx_id=p1&signature=ZYhrtp1LBJp4rqCdX%2FJVGW7m9m0%3D',
      expected: { outcome: 'refused', reason: 'timestamp differs too much from the time of receipt' },
    },
    {
      query:
        'cpa=30&device_id=d&request_uuid=c-1&reward_name=P&reward_value=3&status=not%20eligible&reason=&timestamp=1793527200000&tx_id=p1&signature=jLf3e5SOG8RmQJgVoKSb4mKdmJQ%3D',
      expected: { outcome: 'ignored' },
    },
    {
      query:
        'cpa=30&device_id=d&request_uuid=c-1&reward_name=P&reward_value=3&status=noteligible&reason=&timestamp=1793527200000&tx_id=p1&signature=7VryamyakaJqrdfg0E9wqsaAP6E%3D',
      expected: { outcome: 'ignored' },
    },
    {
      query:
        'cpa=30&device_id=d&request_uuid=c-1&reward_name=P&reward_value=3&status=eligible&reason=&timestamp=1793527200000&tx_id=p1&debug=true&signature=CzM2aroqjjjBFwk5DYrlZQudSuc%3D',
      expected: { outcome: 'ignored' },
    },
  ],
});
