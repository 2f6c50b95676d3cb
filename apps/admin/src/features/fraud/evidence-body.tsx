import type { Evidence } from '@inaam/contracts/fraud/evidence';
import { StatusDot } from '@inaam/ui/status-dot';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { EvidenceAccounts } from './evidence-accounts.tsx';
import { EvidenceFigures } from './evidence-figures.tsx';
import type { EvidenceActions } from './evidence-panel.tsx';
import { EvidencePlaces } from './evidence-places.tsx';
import { EvidenceTimeline } from './evidence-timeline.tsx';

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-1 gap-2">
    <h3 className="text-base">
      {title}
      {note && <span className="ml-2 text-sm font-normal text-muted tabular-nums">{note}</span>}
    </h3>
    {children}
  </section>
);

/** What the audit log calls them. */
const nouns = { user: 'users', ip: 'addresses', device: 'devices' } as const;

const None = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>;
const number = (n: number): string => n.toLocaleString('en-IN');

/** One subject's evidence: why, how much, with whom, from where, and what happened when. */
export function EvidenceBody({ evidence, actions }: { evidence: Evidence; actions: EvidenceActions }) {
  const { kind, key, reasons, shared, figures, addresses, devices, timeline } = evidence;
  // The user who is asked about is one of them.
  const accounts = evidence.accounts.filter(({ user_id }) => kind !== 'user' || String(user_id) !== key);
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {kind === 'user' && (
          <Link to={paths.user} params={{ userId: key }} className="link">
            Everything about this user
          </Link>
        )}
        <Link to={paths.audit} search={{ action: nouns[kind], subject: key }} className="link">
          In the audit log
        </Link>
        {kind === 'ip' && (
          <Link to={paths.audit} search={{ ip: key }} className="link">
            What was done from it
          </Link>
        )}
      </p>
      {shared && (
        <p className="flex gap-2 rounded-control border border-warn/40 bg-warn-soft p-3">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          <span>
            <strong className="block font-semibold">This address looks shared by a mobile carrier</strong>
            {shared}
          </span>
        </p>
      )}
      <Part title="Reasons">
        {reasons.length === 0 ? (
          <None>
            Nothing speaks against {kind === 'user' ? 'this user' : `this ${kind === 'ip' ? 'address' : 'device'}`}.
          </None>
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
      </Part>
      <Part title="Figures">
        <EvidenceFigures figures={figures} />
      </Part>
      <Part
        title="Linked accounts"
        {...(figures.accounts > evidence.accounts.length && {
          note: `the newest ${number(accounts.length)} of ${number(figures.accounts)}`,
        })}
      >
        {accounts.length === 0 ? (
          <None>{kind === 'user' ? 'No other account is linked to this one.' : 'No account is linked to it.'}</None>
        ) : (
          <EvidenceAccounts accounts={accounts} actions={actions} />
        )}
      </Part>
      {addresses.length > 0 && (
        <Part title="Addresses">
          <EvidencePlaces
            kind="ip"
            places={addresses.map(({ ip_address, ...rest }) => ({ key: ip_address, ...rest }))}
            actions={actions}
          />
        </Part>
      )}
      {devices.length > 0 && (
        <Part title="Devices">
          <EvidencePlaces
            kind="device"
            places={devices.map(({ device_fingerprint, ...rest }) => ({ key: device_fingerprint, ...rest }))}
            actions={actions}
          />
        </Part>
      )}
      <Part title="Timeline">
        {timeline.length === 0 ? <None>Nothing happened yet.</None> : <EvidenceTimeline events={timeline} />}
      </Part>
    </div>
  );
}
