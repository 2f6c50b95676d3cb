import { DomainError } from '@inaam/contracts/common/errors';
import type { NetworkCreate, NetworkSettings, NetworkUpdate } from '@inaam/contracts/networks/networks';
import { networks } from '@inaam/db/schema/networks';
import { eq } from 'drizzle-orm';
import { type AskingCommand, isAsking, needAgreement } from '../approvals/ask.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { toSettings } from './network-view.ts';
import { bigRateChanges, type RateChange } from './rate-change.ts';
import { withOpenKeys } from './secrets.ts';
import { checkWhole, given } from './settings.ts';

/**
 * What of a network waits for a second person: that its calls begin to count, rates beyond the share of the settings,
 * and how calls are verified. Who decides that alone can make calls of their own.
 */

/** No rate of any currency. */
const NO_RATES = { currency: '', rate: 0, rates: [] };

/** What calls that begin to count are judged by: all of it, since nobody has agreed to any of it. */
const startOf = (settings: NetworkSettings): RateChange[] => [
  { what: 'Slug', before: null, after: settings.slug },
  ...bigRateChanges(NO_RATES, settings, 0).map((rate) => ({ ...rate, before: null })),
  { what: 'How calls are verified', before: null, after: settings.signing.kind },
];

/**
 * Asks before a network is made whose calls count. One that is made inactive asks nobody until it is switched on.
 * @param settings the input and its preset together, checked as a whole
 * @throws DomainError NETWORK_SLUG_TAKEN, WAITS_FOR_APPROVAL
 */
export async function needStartAgreed(
  command: AskingCommand,
  settings: NetworkSettings,
  input: NetworkCreate,
): Promise<void> {
  if (!settings.is_active || !(await isAsking(command))) return;
  const [taken] = await command.kernel.read((db) =>
    db.select({ id: networks.id }).from(networks).where(eq(networks.slug, settings.slug)),
  );
  if (taken) throw new DomainError('NETWORK_SLUG_TAKEN');
  const summary = { network_id: null, starts: settings.name, changes: startOf(settings) };
  await needAgreement(command, { kind: 'network_rate', summary, input });
}

/** @throws DomainError NETWORK_NOT_FOUND, BAD_INPUT, WAITS_FOR_APPROVAL */
export async function needChangeAgreed(command: AskingCommand, input: NetworkUpdate): Promise<void> {
  const { kernel, secrets, operators } = command;
  const { network_id: id, ...changes } = input;
  const [row] = await kernel.read((db) => db.select().from(networks).where(eq(networks.id, id)));
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  const was = toSettings(withOpenKeys(secrets, row));
  const settings: NetworkSettings = { ...was, ...given(changes) };
  if (settings.is_active && !was.is_active && !(await hasPaid(kernel, id))) {
    checkWhole(settings);
    const summary = { network_id: id, starts: was.name, changes: startOf(settings) };
    return needAgreement(command, { kind: 'network_rate', summary, input });
  }
  const moved = bigRateChanges(was, settings, operators.approvals.rateShare);
  if (JSON.stringify(settings.signing) !== JSON.stringify(was.signing)) {
    moved.push({ what: 'How calls are verified', before: was.signing.kind, after: settings.signing.kind });
  }
  if (moved.length === 0) return;
  checkWhole(settings);
  await needAgreement(command, { kind: 'network_rate', summary: { network_id: id, changes: moved }, input });
}

/**
 * Have its calls counted before? Then its secret, rates and verification were agreed to, or are older than the rule:
 * whoever paused it may go on with it. A credit by hand needs no call, so it says nothing.
 */
async function hasPaid(kernel: Kernel, id: number): Promise<boolean> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ paid: boolean }[]>`
      select exists (select from completions where network_id = ${id} and source = 'network') as paid`,
  );
  return row?.paid === true;
}
