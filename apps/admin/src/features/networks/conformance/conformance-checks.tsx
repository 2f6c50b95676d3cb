import { formatPlural } from '@inaam/contracts/common/format';
import { type CheckGroup, type ConformanceCheck, checkGroups } from '@inaam/contracts/networks/conformance';
import { settingLabels } from '@inaam/contracts/networks/setting-labels';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';
import { useId } from 'react';
import { groupBy } from '../../../app/group-by.ts';
import { Section } from '../../../page/section.tsx';
import { paramLabels } from '../../postbacks/parts/postback-words.ts';

const OutcomeLine = ({ label, text }: { label: string; text: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="w-20 shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 grow basis-48 wrap-anywhere">{text}</dd>
  </div>
);

/** A recommended change, and the failed checks that it would fix. */
const CauseCard = ({ cause: { settings, advice, checks } }: { cause: Cause }) => (
  <Section
    title={settings.map(settingLabel).join(', ') || 'No setting explains this'}
    note={`${formatPlural(checks.length, 'check')} failed`}
  >
    {advice !== null && <p className="max-w-prose text-sm wrap-anywhere">{advice}</p>}
    <ul className="mt-3 grid gap-3">
      {checks.map(({ id, title, expected, got }) => (
        <li key={id} className="border-t border-line pt-3">
          <StatusDot tone="bad" wrap>
            <span className="text-sm">{title}</span>
          </StatusDot>
          <dl className="mt-1 grid gap-0.5 pl-4 text-sm">
            <OutcomeLine label="Expected" text={expected} />
            <OutcomeLine label="Actual" text={got} />
          </dl>
        </li>
      ))}
    </ul>
  </Section>
);

const CheckItem = ({ check: { title, got, verdict } }: { check: ConformanceCheck }) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-t border-line py-2 text-sm first:border-t-0 first:pt-0">
    <StatusDot tone={verdicts[verdict].tone} wrap>
      {title}
      <span className="sr-only">: {verdicts[verdict].label}</span>
    </StatusDot>
    <span className="min-w-0 pl-4 text-muted wrap-anywhere">{got}</span>
  </li>
);

/** A report's checks: recommended changes first, then passed checks by group, then checks that do not apply. */
export function ConformanceChecks({ checks }: { checks: readonly ConformanceCheck[] }) {
  const id = useId();
  const causes = findCauses(checks);
  const passed = groupChecks(checks, 'passed');
  const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
  return (
    <>
      {causes.length > 0 && (
        <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
          <h2 id={id} className="text-lg">
            Recommended changes
          </h2>
          {causes.map((cause) => (
            <CauseCard key={cause.checks[0]?.id} cause={cause} />
          ))}
        </section>
      )}
      {causes.length > 0 && passed.length > 0 && <h2 className="text-lg">Passed checks</h2>}
      <div className="-mb-4 gap-4 *:mb-4 *:break-inside-avoid lg:mb-0 lg:columns-2">
        {passed.map((each) => (
          <Section key={each.group} title={groupLabels[each.group]} note={`${each.checks.length} passed`}>
            <ul>
              {each.checks.map((check) => (
                <CheckItem key={check.id} check={check} />
              ))}
            </ul>
          </Section>
        ))}
      </div>
      {skipped.length > 0 && (
        <details className="rounded-card border border-line bg-surface p-card">
          <summary className="cursor-pointer text-sm text-muted">
            {formatPlural(skipped.length, 'check does', 'checks do')} not apply to this network
          </summary>
          <ul className="mt-3">
            {skipped.map((check) => (
              <CheckItem key={check.id} check={check} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const groupLabels: Record<CheckGroup, string> = {
  words: 'Contents of postbacks',
  facts: 'Recorded data',
  signature: 'Signature and keys',
  habits: 'Repeats, wrong order and forgeries',
  limits: 'Limits',
  replies: 'Replies',
  setup: 'Setup',
};

const verdicts: Record<ConformanceCheck['verdict'], { label: string; tone: Tone }> = {
  failed: { label: 'Failed', tone: 'bad' },
  passed: { label: 'Passed', tone: 'good' },
  skipped: { label: 'Does not apply', tone: 'neutral' },
};

/** The label of a setting such as `params.payout` or `replies.forged`. */
function settingLabel(setting: string): string {
  const [name = '', part = ''] = setting.split('.');
  if (setting === 'secret') return 'Secret';
  if (name === 'params' && part in paramLabels) return `${paramLabels[part as keyof typeof paramLabels]} parameter`;
  if (name === 'replies' && part !== '') return `Reply: ${part}`;
  return name in settingLabels ? settingLabels[name as keyof typeof settingLabels] : setting;
}

interface GroupedChecks {
  group: CheckGroup;
  checks: ConformanceCheck[];
}

/** Checks of one verdict by group, in the order of the groups; empty groups are left out. */
const groupChecks = (checks: readonly ConformanceCheck[], verdict: ConformanceCheck['verdict']): GroupedChecks[] =>
  checkGroups
    .map((group) => ({ group, checks: checks.filter((check) => check.group === group && check.verdict === verdict) }))
    .filter(({ checks: found }) => found.length > 0);

interface Cause {
  settings: string[];
  advice: string | null;
  checks: ConformanceCheck[];
}

/** Failed checks by recommended change, the most severe first. */
function findCauses(checks: readonly ConformanceCheck[]): Cause[] {
  const failed = checks.filter(({ verdict }) => verdict === 'failed').toSorted((a, b) => b.weight - a.weight);
  const sumWeights = ({ checks: found }: Cause) => found.reduce((sum, { weight }) => sum + weight, 0);
  const causes = groupBy(failed, ({ settings }) => JSON.stringify(settings));
  return [...causes.values()]
    .flatMap((found) => (found[0] ? [{ settings: found[0].settings, advice: found[0].advice, checks: found }] : []))
    .toSorted((a, b) => sumWeights(b) - sumWeights(a));
}
