import { formatCount } from '@inaam/contracts/common/format';
import { formatDateTime } from '@inaam/contracts/common/time';
import {
  getSecurityEventLabel,
  type SecurityEventKind,
  type SecurityEventRow,
  securityEventKinds,
} from '@inaam/contracts/security-events/security-events';
import type { Tone } from '@inaam/ui/badge';
import { StatusDot } from '@inaam/ui/status-dot';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { browserName } from '../users/parts/browser-name.ts';
import { realmWords, type SecurityEventState } from './security-event-search.ts';

const tones: Record<SecurityEventKind, Tone> = {
  sign_in: 'good',
  sign_in_failed: 'warn',
  locked_out: 'bad',
  second_factor: 'good',
  second_factor_failed: 'warn',
  step_up: 'good',
  step_up_failed: 'warn',
  new_device: 'info',
  forbidden: 'bad',
  foreign_origin: 'bad',
  key_used_from_new_address: 'info',
  key_revoked: 'neutral',
  alert: 'warn',
  blocked: 'bad',
};

const isKnown = (kind: string): kind is SecurityEventKind => kind in securityEventKinds;
const NoValue = () => <span className="text-muted">–</span>;

export const securityEventColumns: Column<SecurityEventRow, SecurityEventState>[] = [
  {
    id: 'at',
    header: 'When (IST)',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  {
    id: 'kind',
    header: 'Event',
    className: 'min-w-36',
    phone: 'below',
    cell: ({ kind, count, detail }) => (
      <>
        <StatusDot tone={isKnown(kind) ? tones[kind] : 'neutral'} wrap>
          {getSecurityEventLabel(kind)}
        </StatusDot>
        {count > 1 && (
          <span className="block text-xs text-muted tabular-nums sm:pl-4">{formatCount(count)} times in a minute</span>
        )}
        {detail && <span className="block text-xs wrap-anywhere text-muted sm:pl-4">{detail}</span>}
      </>
    ),
  },
  {
    id: 'actor',
    header: 'Who',
    className: 'min-w-36',
    phone: 'belowEnd',
    cell: ({ actor_name, actor_kind, actor_id }) => {
      if (actor_kind === null) return <NoValue />;
      const kind = actor_kind === 'service' ? 'service key' : actor_kind;
      if (actor_name === null) return <span className="text-muted">{`${kind} ${actor_id}`}</span>;
      return (
        <>
          <FilterCell<SecurityEventState> name="actor" value={actor_name} ownLine className="wrap-anywhere">
            {actor_name}
          </FilterCell>
          <span className="block text-xs text-muted">{kind}</span>
        </>
      );
    },
  },
  { id: 'realm', header: 'App', className: 'whitespace-nowrap', cell: ({ realm }) => realmWords[realm] },
  {
    id: 'ip',
    header: 'IP address',
    className: 'min-w-28 wrap-anywhere tabular-nums',
    phone: 'end',
    cell: ({ ip }) =>
      ip ? (
        <FilterCell<SecurityEventState> name="ip" value={ip}>
          {ip}
        </FilterCell>
      ) : (
        <NoValue />
      ),
  },
  {
    id: 'device',
    header: 'Device',
    className: 'min-w-28',
    cell: ({ device }) => (device ? <span title={device}>{browserName(device)}</span> : <NoValue />),
  },
  {
    id: 'request',
    header: 'Request',
    // Leaves room for the filter at the right edge.
    className: 'pr-8!',
    cell: ({ request_id }) =>
      request_id ? (
        // The start of the ID distinguishes the rows; the tooltip and the exported file have the whole ID.
        <FilterCell<SecurityEventState> name="search" value={request_id} className="code text-xs whitespace-nowrap">
          {`${request_id.slice(0, 8)}…`}
        </FilterCell>
      ) : (
        <NoValue />
      ),
  },
];
