import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A partner's server that lists offers, as the first of the presets reads them. */
export interface Listing {
  origin: string;
  /** What it lists. */
  offers: Record<string, unknown>[];
  /** The status that it answers with. */
  status: number;
  /** How often it was asked. */
  asked: number;
  close(): void;
}

export async function startListing(): Promise<Listing> {
  const server = createServer((_, response) => {
    listing.asked += 1;
    response.writeHead(listing.status).end(JSON.stringify({ offers: listing.offers }));
  });
  const listing: Listing = {
    origin: '',
    offers: [],
    status: 200,
    asked: 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  listing.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return listing;
}

/** One offer of such a list. */
export const item = (offerid: string, changed: object = {}): Record<string, unknown> => ({
  offerid,
  name_short: `Offer ${offerid}`,
  adcopy: 'Do it',
  payout: '2.5',
  link: `https://a.example/${offerid}`,
  ...changed,
});
