import type { NetworkSettings } from '@inaam/contracts/networks/networks';

/** Settings of networks without a preset, written from their vendors' documents. */
export type VendorSettings = Pick<NetworkSettings, 'params' | 'signing'> & Partial<NetworkSettings>;

const params = (click_id: string, transaction_id: string, status: string | null = null): NetworkSettings['params'] => ({
  click_id,
  transaction_id,
  payout: null,
  currency: null,
  status,
  goal_id: null,
  parent_id: null,
});
const inParam = { in: 'param', encoding: 'hex' } as const;
const text = (status: number, body: string) => ({ status, body, type: 'text/plain' }) as const;
const json = (body: object) => ({ status: 200, body: JSON.stringify(body), type: 'application/json' }) as const;

/**
 * https://docs.paymentwall.com/reference/signature-calculation and rubydoc.info/gems/paymentwall (Pingback), read
 * 2026-11-26: a hash over all parameters, sorted; type 2 reverses.
 */
const paymentwall = (algorithm: 'md5' | 'sha256'): VendorSettings => ({
  signing: { kind: 'hash', algorithm, template: '{*}{secret}', fields: 'decoded', name: 'sig', ...inParam },
  params: params('uid', 'ref', 'type'),
  status_map: { '0': 'approve', '1': 'approve', '2': 'reverse' },
  replies: { approved: text(200, 'OK'), reversed: text(200, 'OK') },
});

export const vendors = {
  'Paymentwall version 2': paymentwall('md5'),
  'Paymentwall version 3': paymentwall('sha256'),
  /**
   * https://developers.is.com/ironsource-mobile/general/handling-server-to-server-callback-events, read 2026-11-26.
   * The page gives the format of the time, `YYYYMMDDHHMM`, and no time zone. We read it as UTC. If real postbacks are
   * refused because of their time, leave the timestamp check off: the signature covers the time in any case.
   */
  ironSource: {
    signing: {
      kind: 'hash',
      algorithm: 'md5',
      template: '{timestamp}{eventId}{appUserId}{rewards}{secret}',
      fields: 'decoded',
      name: 'signature',
      ...inParam,
    },
    params: params('appUserId', 'eventId'),
    status_map: { '': 'approve' },
    timestamp: { param: 'timestamp', tolerance_seconds: 600 },
    replies: { approved: text(200, '{param:eventId}:OK') },
  },
  /** IGAWorksDev/AdPlusSdkDownload, igaworks_reward_server_sample_for_php.php, read 2026-11-26. */
  AdPopcorn: {
    signing: {
      kind: 'hmac',
      algorithm: 'md5',
      over: 'template',
      template: '{usn}{reward_key}{quantity}{campaign_key}',
      rewrite: 'as_received',
      fields: 'decoded',
      name: 'signed_value',
      ...inParam,
    },
    params: params('usn', 'reward_key'),
    status_map: { '': 'approve' },
    replies: {
      approved: json({ Result: true, ResultCode: 1, ResultMsg: 'success' }),
      repeat: json({ Result: false, ResultCode: 3100, ResultMsg: 'duplicate transaction' }),
      forged: json({ Result: false, ResultCode: 1100, ResultMsg: 'invalid hash key' }),
    },
  },
  'a digest of a digest': {
    signing: {
      kind: 'hash',
      algorithm: 'sha1',
      template: '{md5:{user}{tid}}:{secret}',
      fields: 'decoded',
      name: 'hash',
      ...inParam,
    },
    params: params('user', 'tid'),
    status_map: { '': 'approve' },
  },
} satisfies Record<string, VendorSettings>;
