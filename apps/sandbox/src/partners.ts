import { createHmac } from 'node:crypto';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import { buildPostback, createDialect } from '@inaam/core/partners/dialects/dialects';
import { knownNetworks } from '@inaam/core/partners/presets/presets';
import { BadInput } from './input.ts';
import { send } from './play-habit.ts';
import type { AppAnswer } from './postback.ts';
import type { Settings } from './settings.ts';

/**
 * Simulated dashboards of the known networks. As in a real dashboard, the admin copies the secret and pastes the
 * postback URL. A network that signs with a private key has no dashboard here.
 */
type KnownNetwork = (typeof knownNetworks)[number];

export const partners: readonly KnownNetwork[] = knownNetworks.filter(
  ({ preset }) => preset.settings.signing.kind !== 'ecdsa',
);

/** @throws BadInput */
export function findPartner(id: string): KnownNetwork {
  const found = partners.find(({ preset }) => preset.id === id);
  if (!found) throw new BadInput(`partner: must be one of ${partners.map(({ preset }) => preset.id).join(', ')}`);
  return found;
}

/** What an admin has entered in a dashboard. */
export interface PartnerSettings {
  postbackUrl: string;
  /** The password that the app generated, for networks that send a password in each postback. */
  password: string;
}

export class Partners {
  readonly #settings = new Map<string, PartnerSettings>();
  readonly #app: Pick<Settings, 'appOrigin' | 'secret'>;

  constructor(app: Pick<Settings, 'appOrigin' | 'secret'>) {
    this.#app = app;
  }

  get(id: string): PartnerSettings | undefined {
    return this.#settings.get(id);
  }

  /**
   * Returns the secret that the dashboard shows, which stays the same after a restart; undefined if the app generates
   * the secret.
   */
  getSecret({ preset }: KnownNetwork): string | undefined {
    if (isUnsigned(preset.settings.signing) && preset.secret === 'generated') return undefined;
    return createHmac('sha256', this.#app.secret).update(`partner ${preset.id}`).digest('hex').slice(0, 32);
  }

  /** @throws BadInput if the entered URL is not a postback URL of the app */
  save({ preset }: KnownNetwork, entered: PartnerSettings): void {
    this.#parse(entered.postbackUrl);
    this.#settings.set(preset.id, entered);
  }

  /**
   * Reports a conversion as the network does, to the URL that was pasted.
   * @throws BadInput if no URL was pasted yet, or if the network does not report this kind
   */
  send(
    partner: KnownNetwork,
    report: { kind: 'approve' | 'reverse'; clickId: string; transactionId: string; payout: string },
  ): Promise<AppAnswer> {
    const { preset } = partner;
    const entered = this.#settings.get(preset.id);
    if (!entered) throw new BadInput(`partner: paste the postback URL into the dashboard of ${preset.label} first`);
    const { slug, pathSecret, query } = this.#parse(entered.postbackUrl);
    const dialect = createDialect(partner, { ...preset.settings, postback_query: query });
    if (dialect.templates[report.kind] === undefined) throw new BadInput(`${preset.label} never reports this`);
    const secret =
      this.getSecret(partner) ?? (preset.settings.signing.kind === 'token' ? entered.password : pathSecret);
    const target = { origin: this.#app.appOrigin, slug, secret, signedUrl: null };
    return send(this.#app.appOrigin, buildPostback(dialect, target, { ...report, goalId: '1' }));
  }

  #parse(address: string): { slug: string; pathSecret: string; query: string } {
    const url = URL.parse(address);
    const [, slug, pathSecret = ''] = /^\/postback\/([a-z0-9-]+)(?:\/([^/]+))?$/.exec(url?.pathname ?? '') ?? [];
    if (url?.origin !== this.#app.appOrigin || slug === undefined) {
      throw new BadInput(`postback_url: must begin with ${this.#app.appOrigin}/postback/`);
    }
    // Takes the query as pasted, so that macros in braces stay unencoded.
    const [, query = ''] = address.trim().split('?');
    return { slug, pathSecret: decodeURIComponent(pathSecret), query };
  }
}
