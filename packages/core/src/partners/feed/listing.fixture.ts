import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A partner's server that lists offers in the OGAds format. */
export interface Listing {
  origin: string;
  offers: Record<string, unknown>[];
  /** The HTTP status of its replies. */
  status: number;
  /** The number of requests. */
  requests: number;
  close(): void;
}

export async function startListing(): Promise<Listing> {
  const server = createServer((_, response) => {
    listing.requests += 1;
    response.writeHead(listing.status).end(JSON.stringify({ offers: listing.offers }));
  });
  const listing: Listing = {
    origin: '',
    offers: [],
    status: 200,
    requests: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  listing.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return listing;
}

/** Makes one listed offer. */
export const item = (offerid: string, changed: object = {}): Record<string, unknown> => ({
  offerid,
  name_short: `Offer ${offerid}`,
  adcopy: 'Do it',
  payout: '2.5',
  link: `https://a.example/${offerid}`,
  ...changed,
});
