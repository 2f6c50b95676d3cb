import { type BinaryToTextEncoding, createHash, createHmac } from 'node:crypto';

/**
 * Made-up networks, each with its own conventions. The settings are what an admin types. The code here that formats and
 * signs postbacks shares nothing with the product.
 */

export interface NetworkEvent {
  click: string;
  /** The network's id of the event. */
  id: string;
  /** In the network's unit and format; negative if the network reports reversals as negative amounts. */
  amount: string;
  currency?: string;
  goal?: string;
  kind: 'earned' | 'reversed';
  /** The id of the reversed event, if the network sends that id. */
  reverses?: string;
}

export interface Call {
  method: 'GET' | 'POST';
  /** The path after `/postback/{slug}`. */
  path?: string;
  query: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface CustomNetwork {
  slug: string;
  /** The settings with which the admin creates the network, without a preset. */
  settings: Record<string, unknown>;
  secret: string;
  call: (event: NetworkEvent, secret: string, origin: string) => Call;
  /** Millionths of a rupee per unit of the currency. */
  rate: (currency?: string) => bigint;
  /** Whether a reversal has its own id. */
  ownReversalId: boolean;
  /** The expected reply to a credited postback, and to a repeat; undefined if the network requires none. */
  replies: {
    credited: (event: NetworkEvent) => string | undefined;
    again: (event: NetworkEvent) => string | undefined;
  };
  /** True if nothing is signed, so that only the secret in the path and the IP address identify the caller. */
  isUnsigned?: boolean;
}

const digest = (algorithm: string, text: string, encoding: BinaryToTextEncoding = 'hex') =>
  createHash(algorithm).update(text).digest(encoding);
const hmac = (algorithm: string, key: string, text: string, encoding: BinaryToTextEncoding = 'hex') =>
  createHmac(algorithm, key).update(text).digest(encoding);
const noReply = () => undefined;

export const customNetworks: CustomNetwork[] = [
  {
    // An MD5 over four parameters and the secret. A reversal is the same event with another status. The plain-text
    // reply to a credit echoes a parameter.
    slug: 'paan-wall',
    secret: 'paan-wall-shared-key',
    settings: {
      name: 'Paan Wall',
      click_param: 'who',
      params: { click_id: 'who', transaction_id: 'ev', payout: 'eur', status: 'act' },
      status_map: { ok: 'approve', chb: 'reverse' },
      signing: {
        kind: 'hash',
        algorithm: 'md5',
        template: '{ev}:{who}:{act}:{eur}:{secret}',
        in: 'param',
        name: 'chk',
      },
      currency: 'EUR',
      rate: 90.5,
      replies: {
        approved: { status: 200, body: '{param:ev}:OK', type: 'text/plain' },
        repeat: { status: 200, body: 'DUP', type: 'text/plain' },
      },
    },
    call: ({ click, id, amount, kind }, secret) => {
      const act = kind === 'earned' ? 'ok' : 'chb';
      const chk = digest('md5', `${id}:${click}:${act}:${amount}:${secret}`);
      return { method: 'GET', query: new URLSearchParams({ who: click, ev: id, eur: amount, act, chk }).toString() };
    },
    rate: () => 90_500_000n,
    ownReversalId: false,
    replies: { credited: ({ id }) => `${id}:OK`, again: () => 'DUP' },
  },
  {
    // A JSON body with its signature in a header; several currencies; goals; a reversal names the reversed event.
    slug: 'mango-ads',
    secret: 'mango-ads-webhook-key',
    settings: {
      name: 'Mango Ads',
      click_param: 'sub',
      params: {
        click_id: 'sub',
        transaction_id: 'uuid',
        payout: 'amount',
        currency: 'cur',
        status: 'type',
        goal_id: 'step',
        parent_id: 'orig',
      },
      params_in: 'body',
      status_map: { conversion: 'approve', clawback: 'reverse' },
      signing: {
        kind: 'hmac',
        algorithm: 'sha512',
        over: 'body',
        in: 'header',
        name: 'X-Mango-Sign',
        encoding: 'base64',
      },
      currency: 'USD',
      rate: 84.25,
      rates: [{ currency: 'EUR', rate: 91, from: '2020-01-01' }],
    },
    call: ({ click, id, amount, currency, goal, kind, reverses }, secret) => {
      const body = JSON.stringify({
        type: kind === 'earned' ? 'conversion' : 'clawback',
        sub: click,
        uuid: id,
        amount: Number(amount),
        ...(currency && { cur: currency }),
        ...(goal !== undefined && { step: goal }),
        ...(reverses && { orig: reverses }),
      });
      const headers = { 'content-type': 'application/json', 'x-mango-sign': hmac('sha512', secret, body, 'base64') };
      return { method: 'POST', query: '', body, headers };
    },
    rate: (currency) => (currency === 'EUR' ? 91_000_000n : 84_250_000n),
    ownReversalId: true,
    replies: { credited: noReply, again: noReply },
  },
  {
    // No status: a negative amount is a reversal. Amounts are points. The last parameter signs the URL before it.
    slug: 'chai-media',
    secret: 'chai-media-app-key',
    settings: {
      name: 'Chai Media',
      click_param: 'c',
      params: { click_id: 'c', transaction_id: 't', payout: 'points' },
      signing: {
        kind: 'hmac',
        algorithm: 'sha1',
        over: 'url',
        in: 'param',
        name: 'h',
        encoding: 'base64url',
      },
      currency: 'PTS',
      rate: 0.5,
    },
    call: ({ click, id, amount }, secret, origin) => {
      const query = `c=${click}&t=${id}&points=${amount}`;
      const url = `${origin}/postback/chai-media?${query}`;
      return { method: 'GET', query: `${query}&h=${hmac('sha1', secret, url, 'base64url')}` };
    },
    rate: () => 500_000n,
    ownReversalId: false,
    replies: { credited: noReply, again: noReply },
  },
  {
    // A form; a reversal has its own id and names no event, so the click identifies the reversed completion.
    slug: 'kolam',
    secret: 'kolam-secret-word',
    settings: {
      name: 'Kolam',
      click_param: 'aff',
      params: { click_id: 'aff', transaction_id: 'ref', payout: 'inr', status: 'state' },
      params_in: 'body',
      status_map: { '1': 'approve', '9': 'reverse' },
      signing: {
        kind: 'hash',
        algorithm: 'sha256',
        template: '{secret}|{ref}|{aff}|{state}|{inr}',
        in: 'param',
        name: 'sum',
        encoding: 'base64',
      },
      currency: 'INR',
      rate: 1,
      replies: { reversed: { status: 202, body: '{"taken":"{param:ref}"}', type: 'application/json' } },
    },
    call: ({ click, id, amount, kind }, secret) => {
      const state = kind === 'earned' ? '1' : '9';
      const sum = digest('sha256', `${secret}|${id}|${click}|${state}|${amount}`, 'base64');
      const body = new URLSearchParams({ aff: click, ref: id, inr: amount, state, sum }).toString();
      return { method: 'POST', query: '', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    },
    rate: () => 1_000_000n,
    ownReversalId: true,
    replies: { credited: noReply, again: noReply },
  },
  {
    // Nothing is signed: a secret in the path and one IP address identify the network. A reversal has the same id with
    // a prefix.
    slug: 'tuk-tuk',
    secret: 'tuk-tuk-path-of-its-own-length',
    isUnsigned: true,
    settings: {
      name: 'Tuk Tuk',
      click_param: 'k',
      params: { click_id: 'k', transaction_id: 'job', payout: 'usd' },
      status_rules: [{ when: [{ param: 'job', test: 'prefix', value: 'undo~' }], kind: 'reverse' }],
      status_map: { '': 'approve' },
      signing: { kind: 'path_secret' },
      source_addresses: ['198.51.100.77'],
      source_mode: 'enforce',
      currency: 'USD',
      rate: 84,
      click_window_seconds: 86_400,
      payout_ceiling: 5000,
    },
    call: ({ click, id, amount, kind }, secret) => ({
      method: 'GET',
      path: `/${secret}`,
      query: new URLSearchParams({ k: click, job: kind === 'earned' ? id : `undo~${id}`, usd: amount }).toString(),
    }),
    rate: () => 84_000_000n,
    ownReversalId: false,
    replies: { credited: noReply, again: noReply },
  },
  {
    // The sorted query is signed, and the postback has a timestamp.
    slug: 'rangoli',
    secret: 'rangoli-publisher-key',
    settings: {
      name: 'Rangoli',
      click_param: 'cid',
      params: { click_id: 'cid', transaction_id: 'tid', payout: 'sum', status: 'st' },
      status_map: { paid: 'approve', refunded: 'reverse' },
      signing: { kind: 'hmac', algorithm: 'sha256', over: 'sorted_query', in: 'param', name: 'sig' },
      timestamp: { param: 'ts', tolerance_seconds: 3600 },
      currency: 'GBP',
      rate: 106.4,
    },
    call: ({ click, id, amount, kind }, secret) => {
      const parts = [
        `ts=${Math.floor(Date.now() / 1000)}`,
        `sum=${amount}`,
        `tid=${id}`,
        `st=${kind === 'earned' ? 'paid' : 'refunded'}`,
        `cid=${click}`,
      ];
      return {
        method: 'GET',
        query: [...parts, `sig=${hmac('sha256', secret, parts.toSorted().join('&'))}`].join('&'),
      };
    },
    rate: () => 106_400_000n,
    ownReversalId: false,
    replies: { credited: noReply, again: noReply },
  },
];
