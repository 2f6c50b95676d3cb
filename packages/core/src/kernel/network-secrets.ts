import type { networks } from '@inaam/db/schema/networks';
import { encryptionContext } from './sealed-columns.ts';
import type { SecretBox } from './secret-box.ts';

type Network = typeof networks.$inferSelect;

/** Sealed secrets of a network's row. */
export type SecretField = 'signing_secret' | 'previous_secret' | 'feed_secret';

/** Seals a network's secret, bound to the network and column. */
export const sealSecret = (box: SecretBox, networkId: number, field: SecretField, secret: string): string =>
  box.seal(secret, encryptionContext(`networks.${field}`, networkId));

/** Screens and logs show this text in place of a secret. */
export const MASK = '••••';

/** Masks a secret. The last four characters remain readable if the secret has at least twelve. */
export const maskSecret = (secret: string): string => (secret.length < 12 ? MASK : `${MASK}${secret.slice(-4)}`);

/** A row with opened secrets. Never store or send such a row. */
export type WithOpenSecrets<T> = T & {
  /** The signing secret was sealed with a key that this process does not have, so no signature can be verified. */
  isSecretLost: boolean;
};

/** Opens a network's signing secrets. An unreadable current secret becomes '', which verifies no signature. */
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

/** Opens the signing secret; undefined if unreadable. */
export const openSigningSecret = (
  box: SecretBox,
  { id, signingSecret }: Pick<Network, 'id' | 'signingSecret'>,
): string | undefined => box.open(signingSecret, encryptionContext('networks.signing_secret', id));

/** Returns whether the signing secret was sealed with a key that this process does not have. */
export const isSecretUnreadable = (box: SecretBox, networkId: number, signingSecret: string): boolean =>
  box.open(signingSecret, encryptionContext('networks.signing_secret', networkId)) === undefined;

/** @returns null if the network has no feed secret, undefined if the feed secret is unreadable */
export const openFeedSecret = (
  box: SecretBox,
  { id, feedSecret }: Pick<Network, 'id' | 'feedSecret'>,
): string | null | undefined =>
  feedSecret === null ? null : box.open(feedSecret, encryptionContext('networks.feed_secret', id));
