import { createHmac } from 'node:crypto';
import { makeClick, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { createTestApi, type TestApi } from './api.ts';
import { Client } from './client.ts';

/** An api, and a network that sends it postbacks. */
export interface CallingNetwork {
  api: TestApi;
  network: TestNetwork;
  /** A client with the network's IP address. */
  partner: Client;
  /** Makes a click that the network can complete. */
  startOffer: () => Promise<string>;
  /** Appends the signature to a query. */
  sign: (query: string, secret?: string) => string;
  path: (query: string, slug?: string) => string;
  /** Builds the query of an approval; `more` is appended, such as `&payout=12.34`. */
  approval: (clickId: string, transaction: string, more?: string) => string;
  /** Reads the completion of a click; undefined if there is none. */
  readCompletion: (clickId: string) => Promise<Record<string, unknown> | undefined>;
}

/** Creates the api and the network; the caller closes `api`. */
export async function createCallingNetwork(): Promise<CallingNetwork> {
  const api = await createTestApi();
  const network = await makeNetwork(api.core);
  return {
    api,
    network,
    partner: new Client(api.appHost, '203.0.113.200'),
    async startOffer() {
      const { offer_id } = await makeOffer(api.core);
      return makeClick(api.core, await makeUser(api.core), offer_id);
    },
    sign: (query, secret = network.secret) =>
      `${query}&signature=${createHmac('sha256', secret).update(query).digest('hex')}`,
    path: (query, slug = network.slug) => `/postback/${slug}?${query}`,
    approval: (clickId, transaction, more = '') =>
      `click_id=${clickId}&transaction_id=${transaction}&status=approved${more}`,
    async readCompletion(clickId) {
      const [row] = await api.core.database.sql`
        select c.status, c.payout_paise, c.transaction_id from completion_states c join clicks k on k.id = c.click_id
        where k.click_id = ${clickId}`;
      return row;
    },
  };
}
