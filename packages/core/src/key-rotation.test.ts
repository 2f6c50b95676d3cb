import { randomUUID } from 'node:crypto';
import { endpointCreateInput } from '@inaam/contracts/webhooks/webhooks';
import { createTestCore, SECRETS_KEY, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin, makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeReadyToSpin, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireReadableSecrets, resealColumns } from './kernel/reseal.ts';
import { encryptionContext, type SealedColumn, sealedColumns } from './kernel/sealed-columns.ts';
import { createSecretBox } from './kernel/secret-box.ts';
import { creditCompletion } from './ledger/completions/credit.ts';
import { openSeed } from './ledger/spins/seed.ts';
import { approveRequest } from './office/approvals/decide.ts';
import { listRequests } from './office/approvals/list.ts';
import { getVapidKeys } from './outbox/messages/vapid.ts';
import { createEndpoint, rotateEndpoint } from './outbox/webhooks/endpoints.ts';
import { rotateSecret } from './partners/networks/save.ts';
import { sendVerification } from './people/account/verify-email.ts';
import { confirmTotp, consumeTotpCode, totpEnrollment } from './people/factors/totp.ts';

/** Tests that stored values are resealed after SECRETS_KEY has changed, so that the old key is no longer needed. */

let core: TestCore;
let oldPrefix: string;
beforeAll(async () => {
  core = await createTestCore({ approvals: { when: 'two_owners' } });
  oldPrefix = `sealed:v1:${core.services.secrets.keyId}:`;
});
afterAll(() => core.close());

const listed: [string, SealedColumn][] = Object.entries(sealedColumns);
const isResealed = (name: string) => listed.some(([each, column]) => each === name && !column.notResealed);

/** Returns every column that contains a value sealed with the key of this prefix. */
async function findSealedColumns(prefix: string): Promise<string[]> {
  const { sql } = core.database;
  const columns = await sql<{ table: string; column: string }[]>`
    select c.relname as "table", a.attname as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid in ('text'::regtype, 'bytea'::regtype, 'jsonb'::regtype)`;
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      // The second condition finds sealed seeds, which are stored as bytes.
      const [row] = await sql<{ here: boolean }[]>`
        select exists (
          select 1 from ${sql(table)}
          where position(convert_to(${prefix}, 'UTF8') in convert_to(${sql(column)}::text, 'UTF8')) > 0
            or position(${Buffer.from(prefix).toString('hex')} in ${sql(column)}::text) > 0) as here`;
      return row?.here ? [`${table}.${column}`] : [];
    }),
  );
  return found.flat().sort();
}

test('opens all resealed values with only the new key', async () => {
  const { sql } = core.database;
  const network = await makeNetwork(core);
  const [{ id: networkId } = { id: 0 }] = await sql<{ id: number }[]>`
    select id from networks where slug = ${network.slug}`;
  await addStock(core, { amount: 25, count: 2 });
  const waiting = await makeReadyToSpin(core, network, 25);
  const spun = await makeReadyToSpin(core, network, 25);
  await settleWithRoll(core, spun.completionId);
  await rotateSecret(core.as(anyAdmin), { network_id: networkId, secret: randomUUID(), overlap_hours: 48 });
  const input = endpointCreateInput.parse({ kind: 'webhook', name: 'orders', url: 'https://hook.example', events: [] });
  const { endpoint } = await createEndpoint(core.as(anyAdmin), input);
  await rotateEndpoint(core.as(anyAdmin), { endpoint_id: endpoint.endpoint_id, overlap_hours: 48 });
  const [asha, ravi] = [await makeAdmin(core), await makeAdmin(core)];
  const totp = new TOTP({ secret: Secret.fromBase32((await totpEnrollment(core.as(asha))).secret) });
  await confirmTotp(core.as(asha), totp.generate());
  await totpEnrollment(core.as(asha));
  const credited = await makeUser(core);
  const { offer_id } = await makeOffer(core);
  const credit = { user_id: credited.id, offer_id, reason: 'A screenshot', payout_amount: 5_000_00 };
  await expect(creditCompletion(core.as(asha), credit)).rejects.toMatchObject({ code: 'WAITS_FOR_APPROVAL' });
  const { secrets } = core.services;
  await sql`
    insert into push_keys (public_key, private_key) values ('public', ${secrets.seal('private', encryptionContext('push_keys.private_key'))})`;
  const session = await core.services.userSessions.create(credited.id, { ip: null, userAgent: null });
  const hash = randomUUID();
  await sql`
    insert into push_subscriptions (user_id, session_id, endpoint_hash, sealed)
    values (${credited.id}, ${session.sessionId}, ${hash}, ${secrets.seal('{}', encryptionContext('push_subscriptions.sealed', hash))})`;
  await core.kernel.write((tx) => sendVerification(tx, core.services, credited));
  const resealedColumns = [
    'admin_totp.pending',
    'admin_totp.secret',
    'approvals.sealed_input',
    'code_hash_keys.sealed',
    'completions.seed',
    'networks.previous_secret',
    'networks.signing_secret',
    'push_keys.private_key',
    'push_subscriptions.sealed',
    'vouchers.code',
    'webhook_endpoints.previous_secret',
    'webhook_endpoints.secret',
  ];
  const before = await findSealedColumns(oldPrefix);
  // `sealedColumns` contains every column with a sealed value.
  expect(before.filter((name) => !(name in sealedColumns))).toEqual([]);
  expect(before.filter(isResealed)).toEqual(resealedColumns);

  const newKey = new Uint8Array(32).fill(9);
  const both = { ...core.services, secrets: createSecretBox([newKey, SECRETS_KEY]) };
  const rotate = () => resealColumns(both);
  await rotate();
  expect((await findSealedColumns(oldPrefix)).filter(isResealed)).toEqual([]);
  expect((await findSealedColumns(`sealed:v1:${both.secrets.keyId}:`)).filter(isResealed)).toEqual(resealedColumns);

  const alone = { ...core.services, secrets: createSecretBox([newKey]) };
  for (const { completionId } of [waiting, spun]) {
    const [row] = await sql<{ seed: Uint8Array; commitment: Uint8Array }[]>`
      select seed, commitment from completions where id = ${completionId}`;
    expect(openSeed(alone.secrets, row?.seed ?? new Uint8Array(), row?.commitment ?? new Uint8Array())).toHaveLength(
      32,
    );
  }
  // The code of the next 30 seconds, because the enrolment has used the current code.
  const unused = totp.generate({ timestamp: Date.now() + 30_000 });
  expect(await consumeTotpCode(alone, asha.id ?? 0, unused)).toBe(true);
  const [request] = (await listRequests(core.kernel, ravi)).requests;
  await approveRequest({ ...alone, actor: ravi, runOnceKey: undefined }, request?.request_id ?? 0);
  expect((await getVapidKeys(alone)).privateKey).toBe('private');

  // A process that has not restarted since the rotation still has the old key first, so it seals with the old key.
  const services = { ...core.services, secrets: createSecretBox([SECRETS_KEY, newKey]) };
  const other = { ...core, services };
  await completeOffer(other, network, await makeUser(other), waiting.offerId);
  await addStock(other, { amount: 26, count: 1 });
  expect(await findSealedColumns(oldPrefix)).toEqual(expect.arrayContaining(['completions.seed', 'vouchers.code']));
  await rotate();
  expect((await findSealedColumns(oldPrefix)).filter(isResealed)).toEqual([]);
});

test('counts unreadable values again in each run', async () => {
  const alone = await createTestCore();
  try {
    await makeReadyToSpin(alone, await makeNetwork(alone), 25);
    const strange = { ...alone.services, secrets: createSecretBox([new Uint8Array(32).fill(1)]) };
    for (let i = 0; i < 2; i++) {
      const { lost } = await resealColumns(strange);
      expect(lost.get('completions.seed')).toBe(1);
      expect(() => requireReadableSecrets({ lost })).toThrow(
        /^SECRETS_KEY does not open .*1 seeds of draws.*: restore/,
      );
    }
    expect(await resealColumns(alone.services)).toEqual({ count: 0, lost: new Map() });
  } finally {
    await alone.close();
  }
});

/** Columns that are not sealed although their name looks secret, with the reason. */
const NOT_SEALED = {
  'account_tokens.wrong_codes': 'a number',
  'audit_head_receivers.acknowledged_seal': 'an id',
  'audit_chain_links.seal_id': 'an id',
  'admins.password_hash': 'a slow hash',
  'users.password_hash': 'a slow hash',
  'clicks.client_seed_hash': 'a hash',
  'completions.client_seed_hash': 'a hash',
  'audit_seals.sealed_until_xid': 'a transaction id',
  'spins.client_seed': "the user's own text, shown with the proof",
  'spins.client_seed_status': 'one of three words',
  'vouchers.code_hash': 'a keyed hash',
  'vouchers.code_end': 'the characters that lists show',
  'vouchers.pin_end': 'the characters that lists show',
};
const LOOKS_SECRET = /secret|seal|seed|private|token|code|password|pending|credential|^pin/;

test('lists every column whose name looks secret, either as sealed or as not sealed', async () => {
  const { sql } = core.database;
  const rows = await sql<{ name: string }[]>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
  const names = rows.map(({ name }) => name);
  const known = [...Object.keys(sealedColumns), ...Object.keys(NOT_SEALED)];
  const secret = names.filter((name) => LOOKS_SECRET.test(name.split('.')[1] ?? ''));
  expect(secret.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !names.includes(name))).toEqual([]);
});
