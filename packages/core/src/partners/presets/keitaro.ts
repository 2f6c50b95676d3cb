import { vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret } from './define-network.ts';

export const keitaro = defineNetwork('keitaro', {
  settings: {
    name: 'Keitaro',
    click_param: 'external_id',
    params: paramNames({
      click_id: 'external_id',
      transaction_id: 'transaction',
      payout: 'payout',
      currency: 'currency',
      status: 'status',
      goal_id: 'tid',
    }),
    signing: pathSecret,
    status_map: { lead: 'pending', sale: 'approve', rejected: 'reverse', rebill: 'approve' },
    // Keitaro's click id and the number of the transaction within the click together identify a conversion.
    postback_query:
      'external_id={external_id}&transaction={subid}-{tid}&tid={tid}&payout={revenue}&currency={currency}&status={status}',
  },
  ...generatedSecret,
  notes: [
    'Users see a lead as being confirmed until its sale arrives.',
    '{subid} is Keitaro’s own click id; ours is {external_id}.',
    'In the Keitaro campaign, the traffic source must read its external_id from the link’s parameter external_id.',
  ],
  sources: [
    vendorPage(
      'S2S postback placeholders, Keitaro docs',
      'https://docs.keitaro.io/en/campaigns-and-streams/s2s-postback-placeholders.html',
      '{subid} is Keitaro’s subid, {external_id} the id received from the traffic source, {tid} the transaction',
    ),
    vendorPage(
      'Postback, Keitaro docs',
      'https://docs.keitaro.io/en/conversions/postback.html',
      'Statuses lead, sale, rejected, rebill; lead becomes sale or rejected, sale becomes rejected; a rebill needs a tid of its own',
    ),
    vendorPage(
      'S2S postback placeholders, Keitaro v9 help',
      'https://v9.help.keitaro.io/en/campaigns-and-streams/s2s-postback-placeholders.html',
      'A source’s postback URL is https://site.com/postback?cid={external_id}; {status}, {tid}, {revenue}',
    ),
    vendorPage(
      'S2S postbacks, Keitaro',
      'https://docs.keitaro.dev/en/campaigns-and-streams/s2s-postback.html',
      'The traffic source’s click id is in {external_id}',
    ),
  ],
  unconfirmed: ['The tracker’s status words. The placeholder {status} can map them to other words.'],
  postbackTemplate: {
    values: {
      '{subid}': 'keitaro-own-click',
      '{external_id}': '{link:external_id}',
      '{tid}': '{transaction_id}',
      '{revenue}': '{payout}',
      '{currency}': 'USD',
      '{status}': 'sale',
    },
    kinds: { approve: {}, pending: { '{status}': 'lead' }, reverse: { '{status}': 'rejected' } },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'external_id={external_id}&transaction={subid}-{tid}&tid={tid}&payout={revenue}&currency={currency}&status={status}',
      query: 'external_id=c-1&transaction=keitaro-own-click-t9&tid=t9&payout=1.25&currency=USD&status=sale',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 'keitaro-own-click-t9',
        payout_micros: '1250000',
        currency: 'USD',
      },
    },
    {
      query: 'external_id=c-1&transaction=kc-&tid=&payout=1.10&currency=USD&status=sale',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'kc-' },
    },
    { query: 'external_id=c-1&transaction=kc-&tid=&payout=1.10&status=lead', expected: { kind: 'pending' } },
    { query: 'external_id=c-1&transaction=kc-&tid=&payout=1.10&status=rejected', expected: { kind: 'reverse' } },
    {
      query: 'external_id=c-1&transaction=kc-2&tid=2&payout=1.10&status=rebill',
      expected: { kind: 'approve', transaction_id: 'kc-2' },
    },
    // Keitaro sends an unknown macro unchanged.
    { query: 'external_id={external_id}&transaction=kc-&payout=1.10&status=sale', expected: { outcome: 'refused' } },
    {
      query: 'external_id=c-1&transaction=kc-3&tid=3&payout=1.10&currency=USD&status=sale',
      expected: { kind: 'approve', goal_id: '3' },
    },
    {
      query: 'external_id=c-1&transaction=kc-&tid=&payout=1.10&currency=EUR&status=sale',
      expected: { outcome: 'parked', reason: 'There is no rate for EUR' },
    },
  ],
});
