import { formatCount, formatRupees } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import { formatDateTime } from '@inaam/contracts/common/time';
import type { Evidence, TimelineEvent } from '@inaam/contracts/fraud/evidence';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { EvidenceAccounts, EvidenceSources } from './evidence-links.tsx';
import { FirstItems } from './first-items.tsx';
import { type EvidenceActions } from './parts/fraud-actions.ts';

const EvidenceSection = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-1 gap-2">
    <h3 className="text-base">
      {title}
      {note && <span className="ml-2 text-sm font-normal text-muted tabular-nums">{note}</span>}
    </h3>
    {children}
  </section>
);

/** Values of the audit log's action filter: each selects all actions on a kind of subject. */
const auditFilters = { user: 'users', ip: 'addresses', device: 'devices' } as const;

const EmptyNote = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>;

/** The evidence of one subject: reasons, figures, linked accounts, IP addresses and devices, and a timeline. */
export function EvidenceBody({ evidence, actions }: { evidence: Evidence; actions: EvidenceActions }) {
  const { kind, key, reasons, shared, figures, addresses, devices, timeline } = evidence;
  // Leaves out the user whose evidence this is.
  const accounts = evidence.accounts.filter(({ user_id }) => kind !== 'user' || String(user_id) !== key);
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {kind === 'user' && (
          <Link to={adminPaths.user} params={{ userId: key }} className="link">
            View profile
          </Link>
        )}
        <Link to={adminPaths.audit} search={{ action: auditFilters[kind], subject: key }} className="link">
          Audit log entries
        </Link>
        {kind === 'ip' && (
          <Link to={adminPaths.audit} search={{ ip: key }} className="link">
            Admin activity from this IP
          </Link>
        )}
      </p>
      {shared && (
        <p className="flex gap-2 rounded-control border border-warn/40 bg-warn-soft p-3">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span>
            <strong className="block font-semibold">This looks like a mobile carrier’s shared address</strong>
            {shared}
          </span>
        </p>
      )}
      <EvidenceSection title="Reasons">
        {reasons.length === 0 ? (
          <EmptyNote>
            No signs of fraud for {kind === 'user' ? 'this user' : `this ${kind === 'ip' ? 'address' : 'device'}`}.
          </EmptyNote>
        ) : (
          <ul className="grid gap-1">
            {reasons.map(({ text, weight }) => (
              <li key={text}>
                <StatusDot tone={weight === 'strong' ? 'bad' : 'warn'} wrap>
                  {text}
                  {weight === 'weak' && <span className="text-muted"> (weak)</span>}
                </StatusDot>
              </li>
            ))}
          </ul>
        )}
      </EvidenceSection>
      <EvidenceSection title="Figures">
        <EvidenceFigures figures={figures} />
      </EvidenceSection>
      <EvidenceSection
        title="Linked accounts"
        {...(figures.accounts > evidence.accounts.length && {
          note: `the newest ${formatCount(accounts.length)} of ${formatCount(figures.accounts)}`,
        })}
      >
        {accounts.length === 0 ? (
          <EmptyNote>{kind === 'user' ? 'No other linked accounts.' : 'No linked accounts.'}</EmptyNote>
        ) : (
          <EvidenceAccounts accounts={accounts} actions={actions} />
        )}
      </EvidenceSection>
      {addresses.length > 0 && (
        <EvidenceSection title="Addresses">
          <EvidenceSources
            kind="ip"
            sources={addresses.map(({ ip_address, ...rest }) => ({ key: ip_address, ...rest }))}
            actions={actions}
          />
        </EvidenceSection>
      )}
      {devices.length > 0 && (
        <EvidenceSection title="Devices">
          <EvidenceSources
            kind="device"
            sources={devices.map(({ device_fingerprint, ...rest }) => ({ key: device_fingerprint, ...rest }))}
            actions={actions}
          />
        </EvidenceSection>
      )}
      <EvidenceSection title="Timeline">
        {timeline.length === 0 ? <EmptyNote>No events yet.</EmptyNote> : <EvidenceTimeline events={timeline} />}
      </EvidenceSection>
    </div>
  );
}

/** Totals over all linked accounts. */
function EvidenceFigures({ figures }: { figures: Evidence['figures'] }) {
  const cells = [
    { label: 'Accounts', value: formatCount(figures.accounts) },
    { label: 'Active last week', value: formatCount(figures.active_last_week) },
    { label: 'Flagged', value: formatCount(figures.flagged) },
    { label: 'Devices', value: formatCount(figures.devices) },
    { label: 'Addresses', value: formatCount(figures.addresses) },
    { label: 'Browsers', value: formatCount(figures.user_agents) },
    { label: 'Completions', value: formatCount(figures.completions) },
    { label: 'Revenue', value: formatRupees(figures.revenue) },
    { label: 'Vouchers won', value: formatRupees(figures.voucher_value) },
  ];
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-card border border-line bg-line">
      {cells.map(({ label, value }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end bg-surface px-3 py-2">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-base font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const FIRST_EVENTS = 15;
const eventKinds: Record<TimelineEvent['kind'], { label: string; tone: Tone }> = {
  registered: { label: 'Registered', tone: 'info' },
  clicked: { label: 'Clicked', tone: 'neutral' },
  completed: { label: 'Completed', tone: 'good' },
  reversed: { label: 'Reversed', tone: 'bad' },
  spun: { label: 'Spun', tone: 'neutral' },
  won: { label: 'Won', tone: 'accent' },
  flagged: { label: 'Flagged', tone: 'bad' },
  unflagged: { label: 'Unflagged', tone: 'good' },
  blocked: { label: 'Blocked', tone: 'bad' },
  unblocked: { label: 'Unblocked', tone: 'good' },
};

/** Events, newest first. */
const EvidenceTimeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <FirstItems items={events} first={FIRST_EVENTS} one="event">
    {(shown) => (
      <ol className="grid gap-2">
        {shown.map(({ at, kind, user_id, name, text, completion_id }, index) => (
          <li
            // Two events of a kind can have the same time, so the React key needs the index.
            key={`${at}-${kind}-${user_id}-${index}`}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto]"
          >
            <StatusDot tone={eventKinds[kind].tone}>{eventKinds[kind].label}</StatusDot>
            <span className="min-w-0 wrap-anywhere">
              {name && <span className="font-semibold">{name}</span>}
              {name && text && ' · '}
              {completion_id === null ? (
                text
              ) : (
                <Link to={adminPaths.conversion} params={{ completionId: String(completion_id) }} className="link">
                  {text || 'Conversion'}
                </Link>
              )}
            </span>
            <time dateTime={at} className="col-start-2 text-xs text-muted tabular-nums sm:col-start-3 sm:text-right">
              {formatDateTime(at)} IST
            </time>
          </li>
        ))}
      </ol>
    )}
  </FirstItems>
);
