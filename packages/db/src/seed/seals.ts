/** Functions that seal the secrets of the demo. */
export interface DemoSecrets {
  secret: (networkId: number, field: 'signing_secret' | 'feed_secret', secret: string) => string;
  /** Seals codes and PINs. `hash` is the code's hash in hex; `end` and `pin_end` are the characters that lists show. */
  codes: (
    codes: readonly string[],
    amountPaise: number,
    pins: readonly (string | null)[],
  ) => Promise<{ code: string; hash: string; end: string; pin: string | null; pin_end: string }[]>;
  seed: (seed: Uint8Array<ArrayBuffer>) => Buffer;
}
