/** How secrets are sealed. */
export interface DemoSecrets {
  secret: (networkId: number, field: 'signing_secret' | 'feed_secret', secret: string) => string;
  /** Returns the sealed code, its hash in hex and the characters that lists show, for each; the same of its PIN. */
  codes: (
    codes: readonly string[],
    amountPaise: number,
    pins: readonly (string | null)[],
  ) => Promise<{ code: string; hash: string; end: string; pin: string | null; pin_end: string }[]>;
  seed: (seed: Uint8Array<ArrayBuffer>) => Buffer;
}
