/** How secrets are sealed. */
export interface DemoSecrets {
  secret: (networkId: number, field: 'signing_secret' | 'feed_secret', secret: string) => string;
  /** Returns the sealed code, its hash in hex and the characters that lists show, for each. */
  codes: (codes: readonly string[], amountPaise: number) => Promise<{ code: string; hash: string; end: string }[]>;
  seed: (seed: Uint8Array<ArrayBuffer>) => Buffer;
}
