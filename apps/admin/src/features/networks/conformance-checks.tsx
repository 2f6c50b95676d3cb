import type { ConformanceCheck } from '@inaam/contracts/conformance';
import { Badge } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';
import { Part } from '../../record/part.tsx';
import { grouped, groupLabels, settingLabel, verdicts } from './conformance-words.ts';

const Said = ({ label, text }: { label: string; text: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="w-20 shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 grow basis-48 wrap-anywhere">{text}</dd>
  </div>
);

/** A check that failed: what should have been, what was, what to change. */
const Failed = ({ check }: { check: ConformanceCheck }) => (
  <li className="grid gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <h3 className="text-sm font-semibold">{check.title}</h3>
      <span className="text-xs text-muted">{groupLabels[check.group]}</span>
    </div>
    <dl className="grid gap-1 text-sm">
      <Said label="Expected" text={check.expected} />
      <Said label="Got" text={check.got} />
    </dl>
    {check.settings.length > 0 && (
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted">Look at</span>
        {check.settings.map((setting) => (
          <Badge key={setting} tone="warn">
            {settingLabel(setting)}
          </Badge>
        ))}
      </p>
    )}
    {check.advice !== null && <p className="max-w-prose text-sm wrap-anywhere">{check.advice}</p>}
  </li>
);

const Line = ({ check: { title, got, verdict } }: { check: ConformanceCheck }) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-t border-line py-2 text-sm first:border-t-0 first:pt-0">
    <StatusDot tone={verdicts[verdict].tone} wrap>
      {title}
      <span className="sr-only">: {verdicts[verdict].label}</span>
    </StatusDot>
    <span className="min-w-0 pl-4 text-muted wrap-anywhere sm:pl-0">{got}</span>
  </li>
);

/** A report's checks: what failed with what to change, then what passed by group, then what does not apply. */
export function ConformanceChecks({ checks }: { checks: readonly ConformanceCheck[] }) {
  const failed = checks.filter(({ verdict }) => verdict === 'failed').toSorted((a, b) => b.weight - a.weight);
  const passed = grouped(checks, 'passed');
  const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
  return (
    <>
      {failed.length > 0 && (
        <Part title="To change" note={`${failed.length} of ${checks.length - skipped.length} checks failed`}>
          <ul className="grid gap-3">
            {failed.map((check) => (
              <Failed key={check.id} check={check} />
            ))}
          </ul>
        </Part>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
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
