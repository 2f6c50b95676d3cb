import type { ConformanceCheck } from '@inaam/contracts/networks/conformance';
import { StatusDot } from '@inaam/ui/status-dot';
import { useId } from 'react';
import { Part } from '../../../page/section.tsx';
import { type Cause, causesOf, grouped, groupLabels, settingLabel, verdicts } from './conformance-words.ts';

const Said = ({ label, text }: { label: string; text: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="w-20 shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 grow basis-48 wrap-anywhere">{text}</dd>
  </div>
);

/** What there is to change, and the checks that show it. */
const CauseCard = ({ cause: { settings, advice, checks } }: { cause: Cause }) => (
  <Part
    title={settings.map(settingLabel).join(', ') || 'Nothing of the settings explains it'}
    note={`${checks.length} ${checks.length === 1 ? 'check' : 'checks'} failed`}
  >
    {advice !== null && <p className="max-w-prose text-sm wrap-anywhere">{advice}</p>}
    <ul className="mt-3 grid gap-3">
      {checks.map(({ id, title, expected, got }) => (
        <li key={id} className="border-t border-line pt-3">
          <StatusDot tone="bad" wrap>
            <span className="text-sm">{title}</span>
          </StatusDot>
          <dl className="mt-1 grid gap-0.5 pl-4 text-sm">
            <Said label="Expected" text={expected} />
            <Said label="Got" text={got} />
          </dl>
        </li>
      ))}
    </ul>
  </Part>
);

const Line = ({ check: { title, got, verdict } }: { check: ConformanceCheck }) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-t border-line py-2 text-sm first:border-t-0 first:pt-0">
    <StatusDot tone={verdicts[verdict].tone} wrap>
      {title}
      <span className="sr-only">: {verdicts[verdict].label}</span>
    </StatusDot>
    <span className="min-w-0 pl-4 text-muted wrap-anywhere">{got}</span>
  </li>
);

/** A report's checks: what is to change with what shows it, then what passed by group, then what does not apply. */
export function ConformanceChecks({ checks }: { checks: readonly ConformanceCheck[] }) {
  const id = useId();
  const causes = causesOf(checks);
  const passed = grouped(checks, 'passed');
  const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
  return (
    <>
      {causes.length > 0 && (
        <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
          <h2 id={id} className="text-lg">
            To change
          </h2>
          {causes.map((cause) => (
            <CauseCard key={cause.checks[0]?.id} cause={cause} />
          ))}
        </section>
      )}
      {causes.length > 0 && passed.length > 0 && <h2 className="text-lg">What is right</h2>}
      <div className="-mb-4 gap-4 *:mb-4 *:break-inside-avoid lg:mb-0 lg:columns-2">
        {passed.map((each) => (
          <Part key={each.group} title={groupLabels[each.group]} note={`${each.checks.length} passed`}>
            <ul>
              {each.checks.map((check) => (
                <Line key={check.id} check={check} />
              ))}
            </ul>
          </Part>
        ))}
      </div>
      {skipped.length > 0 && (
        <details className="rounded-card border border-line bg-surface p-card">
          <summary className="cursor-pointer text-sm text-muted">
            {skipped.length} {skipped.length === 1 ? 'check does' : 'checks do'} not apply to this network
          </summary>
          <ul className="mt-3">
            {skipped.map((check) => (
              <Line key={check.id} check={check} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
