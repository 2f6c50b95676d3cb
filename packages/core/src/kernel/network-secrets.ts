import type { networks } from '@inaam/db/schema/networks';
import type { Kernel } from './kernel.ts';
import { isSealed, type SecretBox } from './secret-box.ts';

type Network = typeof networks.$inferSelect;

/** What of a network lies sealed in its row. */
export type SecretField = 'signing_secret' | 'previous_secret' | 'feed_secret';

const placeOf = (networkId: number, field: SecretField): string => `networks/${networkId}/${field}`;

/** A network's secret as its row holds it: bound to the network and the column. */
export const sealSecret = (box: SecretBox, networkId: number, field: SecretField, secret: string): string =>
  box.seal(secret, placeOf(networkId, field));

/** What stands for a secret wherever one is not shown. */
export const MASK = '••••';

/** A secret as an admin may recognise it: its last four characters where it is long enough. */
export const hintOf = (secret: string): string => (secret.length < 12 ? MASK : `${MASK}${secret.slice(-4)}`);

/** A row whose keys are in the clear. Never stored, never sent. */
export type Opened<T> = T & {
  /** The key was sealed under one that this process does not have: signatures made with it cannot be verified. */
  isSecretLost: boolean;
};

/** Opens a network's keys. One that cannot be opened becomes empty, and an empty key verifies nothing. */
export function withOpenKeys<T extends Pick<Network, 'id' | 'signingSecret' | 'previousSecret' | 'previousUntil'>>(
  box: SecretBox,
  row: T,
): Opened<T> {
  const signing = box.open(row.signingSecret, placeOf(row.id, 'signing_secret'));
  const previous =
    row.previousSecret === null ? undefined : box.open(row.previousSecret, placeOf(row.id, 'previous_secret'));
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
): string | undefined => box.open(signingSecret, placeOf(id, 'signing_secret'));

/** Was the key of postbacks sealed under one that this process does not have? */
export const isSecretLost = (box: SecretBox, networkId: number, signingSecret: string): boolean =>
  box.open(signingSecret, placeOf(networkId, 'signing_secret')) === undefined;

/** @returns null where there is none, undefined where it cannot be opened */
export const openFeedSecret = (
  box: SecretBox,
  { id, feedSecret }: Pick<Network, 'id' | 'feedSecret'>,
): string | null | undefined => (feedSecret === null ? null : box.open(feedSecret, placeOf(id, 'feed_secret')));

type SecretsRow = { id: number; slug: string } & Record<SecretField, string | null>;

/**
 * Seals what lies in the clear, from before there was a key, and what was sealed under an older key than the one of
 * now: after that the older key can be thrown away. Changes nothing else of a network.
 * @returns how many networks were sealed
 * @throws Error naming the networks whose secrets cannot be opened, after the others are sealed
 */
export async function sealStoredSecrets({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<number> {
  const rows = await kernel.read(
    (_, sql) =>
      sql<SecretsRow[]>`select id, slug, signing_secret, previous_secret, feed_secret from networks order by id`,
  );
  let count = 0;
  const lost: string[] = [];
  for (const row of rows) {
    const seal = (field: SecretField): string | null => {
      const stored = row[field];
      if (stored === null || !secrets.isStale(stored)) return stored;
      const secret = secrets.open(stored, placeOf(row.id, field));
      if (secret === undefined) lost.push(row.slug);
      return secret === undefined ? stored : sealSecret(secrets, row.id, field, secret);
    };
    const [signing, previous, feed] = [seal('signing_secret'), seal('previous_secret'), seal('feed_secret')];
    if (signing === row.signing_secret && previous === row.previous_secret && feed === row.feed_secret) continue;
    // Somebody may have saved another secret since: theirs stays.
    await kernel.move(
      (sql) => sql`
        update networks set signing_secret = ${signing}, previous_secret = ${previous}, feed_secret = ${feed}
        where id = ${row.id} and signing_secret = ${row.signing_secret}
          and previous_secret is not distinct from ${row.previous_secret}
          and feed_secret is not distinct from ${row.feed_secret}`,
    );
    count += 1;
  }
  if (lost.length > 0) {
    throw new Error(
      [
        `SECRETS_KEY does not open the secrets of ${[...new Set(lost)].join(', ')}:`,
        'restore the key that they were sealed with, or paste them again',
      ].join(' '),
    );
  }
  return count;
}

/** Does the database hold what was sealed with some key? */
export async function holdsSealedSecrets(kernel: Kernel): Promise<boolean> {
  const rows = await kernel.read(
    (_, sql) =>
      sql<Record<SecretField, string | null>[]>`select signing_secret, previous_secret, feed_secret from networks`,
  );
  const sealed = await kernel.read((_, sql) => sql`select 1 from code_keys`);
  return (
    sealed.length > 0 || rows.some((row) => Object.values(row).some((stored) => stored !== null && isSealed(stored)))
  );
}
