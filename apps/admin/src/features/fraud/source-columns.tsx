import type { FraudDevice, FraudIp } from '@inaam/contracts/fraud/fraud';
import { Button } from '@inaam/ui/button';
import { Allowed } from '../../app/allowed.tsx';
import type { Column } from '../../lists/columns.ts';
import { FilterCell } from '../../lists/filter-cell.tsx';
import { opensRecord } from '../../lists/row-keys.ts';
import type { FraudState } from './fraud-search.ts';
import { type BlockDirection, type BlockSubject, type BusyLabel, fraudActionTexts } from './parts/fraud-actions.ts';
import { BlockStatus, CountBadge, evidenceLinkClass, TwoLineTime, truncate } from './status-cells.tsx';
import { toPanelParam } from './subject.ts';

const MAX_FINGERPRINT_LENGTH = 20;

export interface SourceActions {
  onOpen: (panel: string) => void;
  onBlock: (subject: BlockSubject, direction: BlockDirection) => void;
  running: BusyLabel;
}

type SourceFields = Pick<FraudIp, 'registration_count' | 'first_registration' | 'last_registration' | 'is_blocked'>;

const TimeOrDash = ({ at }: { at: string | null }) =>
  at ? <TwoLineTime at={at} /> : <span className="text-muted">–</span>;

const lastRegistration: Column<SourceFields, FraudState> = {
  id: 'last',
  header: 'Last registration (IST)',
  numeric: true,
  sortBy: 'created_at',
  cell: ({ last_registration }) => <TimeOrDash at={last_registration} />,
};

/** The columns that the lists of IP addresses and of devices have in common. */
const buildSharedColumns = <Row extends SourceFields>(
  { onOpen, onBlock, running }: SourceActions,
  {
    kind,
    header,
    getKey,
    formatKey,
    withLast,
  }: {
    kind: BlockSubject['kind'];
    header: string;
    getKey: (row: Row) => string;
    formatKey: (row: Row) => string;
    withLast: boolean;
  },
): Column<Row, FraudState>[] => [
  {
    id: 'key',
    header,
    className: 'min-w-40',
    cell: (row) => (
      <button
        {...opensRecord}
        type="button"
        title={getKey(row)}
        onClick={() => onOpen(toPanelParam({ kind, key: getKey(row) }))}
        className={`${evidenceLinkClass} ${kind === 'device' ? 'font-mono' : 'tabular-nums'}`}
      >
        {formatKey(row)}
        <span className="sr-only"> evidence</span>
      </button>
    ),
  },
  {
    id: 'count',
    header: 'Registrations',
    numeric: true,
    sortBy: 'registration_count',
    phone: 'end',
    cell: ({ registration_count }) => <CountBadge count={registration_count} />,
  },
  {
    id: 'first',
    header: 'First registration (IST)',
    numeric: true,
    cell: ({ first_registration }) => <TimeOrDash at={first_registration} />,
  },
  ...(withLast ? [lastRegistration] : []),
  {
    id: 'status',
    header: 'Status',
    phone: 'below',
    cell: ({ is_blocked }) =>
      is_blocked ? (
        <FilterCell<FraudState> name={`${kind}_filter`} value="blocked">
          <BlockStatus blocked />
        </FilterCell>
      ) : (
        <BlockStatus blocked={false} />
      ),
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    pinned: true,
    phone: 'side',
    className: 'w-0',
    cell: (row) => {
      const direction = row.is_blocked ? 'unblock' : 'block';
      const busy = running(kind, getKey(row));
      return (
        <span className="flex justify-end whitespace-nowrap">
          <Allowed to="admin.fraud.act">
            <Button small busy={!!busy} busyLabel={busy} onClick={() => onBlock({ kind, key: getKey(row) }, direction)}>
              {fraudActionTexts[`${direction}_${kind}`].label}
              <span className="sr-only"> {getKey(row)}</span>
            </Button>
          </Allowed>
        </span>
      );
    },
  },
];

export const ipColumns = (actions: SourceActions): Column<FraudIp, FraudState>[] =>
  buildSharedColumns(actions, {
    kind: 'ip',
    header: 'IP address',
    getKey: ({ ip_address }) => ip_address,
    formatKey: ({ ip_address }) => ip_address,
    withLast: true,
  });

export const deviceColumns = (actions: SourceActions): Column<FraudDevice, FraudState>[] =>
  buildSharedColumns(actions, {
    kind: 'device',
    header: 'Fingerprint',
    getKey: ({ device_fingerprint }) => device_fingerprint,
    formatKey: ({ device_fingerprint }) => truncate(device_fingerprint, MAX_FINGERPRINT_LENGTH),
    withLast: false,
  });
