import { formatRupees } from '@inaam/contracts/common/format';
import {
  type Checklist,
  type ChecklistKind,
  type ChecklistLine,
  checklistKinds,
} from '@inaam/contracts/insights/checklist';
import { HOUSE_SLUG } from '@inaam/contracts/offers/milestones';
import { getLogArchive, isArchiving } from '../../insight/dashboard/log-archive.ts';
import { forecastStock } from '../../insight/stock/forecast.ts';
import type { BackOfficePolicy } from '../../kernel/back-office-policy.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { MailSettings } from '../../kernel/mail/mailer.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { findNetworksInSetup } from '../../partners/conformance/setup.ts';
import { countOwners } from '../../people/admins/count-owners.ts';

/**
 * An installation counts as established when it has a conversion of this age. From then on, alerts replace the
 * checklist.
 */
const ESTABLISHED_DAYS = 30;

interface Source {
  kernel: Kernel;
  secrets: SecretBox;
  backOfficePolicy: Pick<BackOfficePolicy, 'isProduction'>;
  mail: Pick<MailSettings, 'mailer'>;
  appOrigin: string;
}

type Line = Omit<ChecklistLine, 'kind'>;
const toLine = (is_done = false): Line => ({ is_done, subject: null });

/** For each line, a check of the fact that completes it; undefined if the line does not apply to the installation. */
const checks: Record<ChecklistKind, (source: Source) => Promise<Line | undefined>> = {
  network: async (source) => {
    const { isOneReady, waiting } = await findNetworksInSetup(source, HOUSE_SLUG);
    return { is_done: isOneReady, subject: waiting ?? null };
  },
  offers: async ({ kernel }) => {
    const [row] = await kernel.read(
      (_, sql) => sql<{ has_offer: boolean }[]>`
        select exists (select from offers o left join networks n on n.id = o.network_id
          where o.active and n.slug is distinct from ${HOUSE_SLUG}) as has_offer`,
    );
    return toLine(row?.has_offer);
  },
  stock: async ({ kernel }) => {
    const stock = await forecastStock(kernel);
    const missing = stock.filter(({ available }) => available === 0);
    if (missing.length === 0) return toLine(stock.length > 0);
    const name = missing.map(({ amount }) => formatRupees(amount)).join(', ');
    return { is_done: false, subject: { id: missing[0]?.amount ?? null, name } };
  },
  mail: async ({ kernel, mail, appOrigin }) => {
    if (!mail.mailer.isOn) return undefined;
    const [row] = await kernel.read(
      (_, sql) => sql<{ has_sent: boolean }[]>`
        select exists (select from messages where channel = 'mail' and status = 'sent') as has_sent`,
    );
    return row?.has_sent ? toLine(true) : { is_done: false, subject: { id: null, name: appOrigin } };
  },
  second_owner: async ({ kernel }) => toLine((await countOwners(kernel)) > 1),
  backups: async ({ kernel }) => toLine(isArchiving(await getLogArchive(kernel))),
};

/**
 * Lists what a new installation in production needs. Empty if every line is complete or the installation is
 * established.
 */
export async function getChecklist(source: Source): Promise<Checklist> {
  if (!source.backOfficePolicy.isProduction) return { lines: [] };
  const [installation] = await source.kernel.read(
    (_, sql) => sql<{ is_established: boolean }[]>`
      select exists (select from completions where source = 'network'
        and completed_at < now() - ${ESTABLISHED_DAYS}::int * interval '1 day') as is_established`,
  );
  if (installation?.is_established) return { lines: [] };
  const found = await Promise.all(
    checklistKinds.map(async (kind) => {
      const line = await checks[kind](source);
      return line ? [{ kind, ...line }] : [];
    }),
  );
  const lines = found.flat();
  return { lines: lines.every(({ is_done }) => is_done) ? [] : lines };
}
