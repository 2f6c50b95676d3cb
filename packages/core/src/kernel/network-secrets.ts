import type { networks } from '@inaam/db/schema/networks';
import { encryptionContext } from './sealed-columns.ts';
import type { SecretBox } from './secret-box.ts';

type Network = typeof networks.$inferSelect;

/** What of a network lies sealed in its row. */
export type SecretField = 'signing_secret' | 'previous_secret' | 'feed_secret';

/** A network's secret as its row holds it: bound to the network and the column. */
export const sealSecret = (box: SecretBox, networkId: number, field: SecretField, secret: string): string =>
  box.seal(secret, encryptionContext(`networks.${field}`, networkId));

/** What stands for a secret wherever one is not shown. */
export const MASK = '••••';

/** A secret as an admin may recognise it: its last four characters where it is long enough. */
export const maskSecret = (secret: string): string => (secret.length < 12 ? MASK : `${MASK}${secret.slice(-4)}`);

/** A row whose keys are in the clear. Never stored, never sent. */
export type WithOpenSecrets<T> = T & {
  /** The key was sealed under one that this process does not have: signatures made with it cannot be verified. */
  isSecretLost: boolean;
};

/** Opens a network's keys. One that cannot be opened becomes empty, and an empty key verifies nothing. */
export function openNetworkSecrets<
  T extends Pick<Network, 'id' | 'signingSecret' | 'previousSecret' | 'previousUntil'>,
>(box: SecretBox, row: T): WithOpenSecrets<T> {
  const signing = box.open(row.signingSecret, encryptionContext('networks.signing_secret', row.id));
  const previous =
    row.previousSecret === null
      ? undefined
      : box.open(row.previousSecret, encryptionContext('networks.previous_secret', row.id));
  return {
    ...row,
    signingSecret: signing ?? '',
    previousSecret: previous ?? null,
    previousUntil: previous === undefined ? null : row.previousUntil,
    isSecretLost: signing === undefined,
  };
}

/** The key of postbacks; undefined where it cannot be opened. */
export const openSigningSecret = (
  box: SecretBox,
  { id, signingSecret }: Pick<Network, 'id' | 'signingSecret'>,
): string | undefined => box.open(signingSecret, encryptionContext('networks.signing_secret', id));

/** Was the key of postbacks sealed under one that this process does not have? */
export const isSecretUnreadable = (box: SecretBox, networkId: number, signingSecret: string): boolean =>
  box.open(signingSecret, encryptionContext('networks.signing_secret', networkId)) === undefined;

/** @returns null where there is none, undefined where it cannot be opened */
export const openFeedSecret = (
  box: SecretBox,
  { id, feedSecret }: Pick<Network, 'id' | 'feedSecret'>,
): string | null | undefined =>
  feedSecret === null ? null : box.open(feedSecret, encryptionContext('networks.feed_secret', id));
