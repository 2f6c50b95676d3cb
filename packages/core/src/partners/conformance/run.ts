import { DomainError } from '@inaam/contracts/common/errors';
import type { ConformanceCheck, ConformanceReport, ConformanceRun } from '@inaam/contracts/networks/conformance';
import { admins } from '@inaam/db/schema/identity';
import { networkTestRuns } from '@inaam/db/schema/network-tools';
import { networks } from '@inaam/db/schema/networks';
import { desc, eq } from 'drizzle-orm';
import type { CommandContext } from '../../kernel/command.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { dialectFromSettings } from '../dialects/from-settings.ts';
import { createDialect } from '../dialects/preset-dialect.ts';
import { knownNetworks } from '../presets/presets.ts';
import { toSettings } from '../settings/network-view.ts';
import { createCheckContext } from './check-context.ts';
import { checkChangedPayout, checkExpiredKey, checkHabits } from './check-habits.ts';
import { checkLimits, checkReplies } from './check-limits.ts';
import { checkRealPostbacks, checkSetup, checkSignedUrl, checkUnderstoodPostbacks } from './check-setup.ts';
import { checkFacts, checkStatusWords } from './check-status-words.ts';
import { createHarness } from './harness.ts';
import { findRealPostback, openNetwork } from './real-postbacks.ts';

/** Returns the weight of the passed checks, in percent of the weight of all checks that were not skipped. */
export function computeScore(checks: readonly ConformanceCheck[]): number {
  const sum = (verdict: ConformanceCheck['verdict']) =>
    checks.reduce((total, check) => total + (check.verdict === verdict ? check.weight : 0), 0);
  const all = sum('passed') + sum('failed');
  return all === 0 ? 0 : Math.floor((100 * sum('passed')) / all);
}

/**
 * Tests a network's saved settings. Sends test postbacks, which are written and signed as the network writes and signs
 * its own, to the code that receives real postbacks. The test runs in a transaction that is rolled back; only the
 * report is stored.
 * @throws DomainError NETWORK_NOT_FOUND, SECRET_LOST
 */
export async function testNetwork(
  { kernel, secrets, appOrigin, actor }: CommandContext<{ secrets: SecretBox; appOrigin: string }>,
  networkId: number,
): Promise<ConformanceRun> {
  const [row] = await kernel.read((db) => db.select().from(networks).where(eq(networks.id, networkId)));
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  const network = openNetwork(secrets, row);
  if (network.isSecretLost) throw new DomainError('SECRET_LOST');
  const known = knownNetworks.find(({ preset }) => preset.id === network.preset);
  const dialect = known ? createDialect(known, toSettings(network)) : dialectFromSettings(toSettings(network));
  const has_real_call = (await findRealPostback(kernel, secrets, network)) !== undefined;
  const checks = await kernel.rehearse(async (rehearsal) => {
    const harness = await createHarness({ kernel: rehearsal, secrets }, network);
    const context = createCheckContext(harness, network, known, dialect, appOrigin);
    return [
      ...(await checkStatusWords(context)),
      ...(await checkFacts(context)),
      ...(await checkHabits(context)),
      await checkChangedPayout(context),
      await checkExpiredKey(context),
      ...(await checkLimits(context)),
      ...checkReplies(context),
      ...checkSetup(context),
      checkSignedUrl(context, appOrigin, has_real_call),
    ];
  });
  checks.push(await checkRealPostbacks(kernel, networkId), await checkUnderstoodPostbacks(kernel, networkId));
  const report: ConformanceReport = { dialect: known?.preset.label ?? null, has_real_call, checks };
  const score = computeScore(checks);
  const inserted = await kernel.write((tx) =>
    tx
      .insert(networkTestRuns)
      .values({ networkId, adminId: actor.kind === 'admin' ? actor.id : null, score, report })
      .returning(),
  );
  const stored = oneRow(inserted);
  return { test_id: stored.id, network_id: networkId, at: stored.at.toISOString(), by: actor.name, score, ...report };
}

const MAX_REPORTS = 20;

/**
 * Lists the newest reports of a network.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function listNetworkTests(kernel: Kernel, networkId: number): Promise<{ runs: ConformanceRun[] }> {
  return kernel.read(async (db) => {
    const [network] = await db.select({ id: networks.id }).from(networks).where(eq(networks.id, networkId));
    if (!network) throw new DomainError('NETWORK_NOT_FOUND');
    const rows = await db
      .select({ run: networkTestRuns, by: admins.username })
      .from(networkTestRuns)
      .leftJoin(admins, eq(admins.id, networkTestRuns.adminId))
      .where(eq(networkTestRuns.networkId, networkId))
      .orderBy(desc(networkTestRuns.at), desc(networkTestRuns.id))
      .limit(MAX_REPORTS);
    return {
      runs: rows.map(({ run, by }) => ({
        test_id: run.id,
        network_id: run.networkId,
        at: run.at.toISOString(),
        by,
        score: run.score,
        ...(run.report as ConformanceReport),
      })),
    };
  });
}
