import type { KeyScope, ServiceKey } from '@inaam/contracts/access/api-keys';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Select } from '@inaam/ui/select';
import { StatusDot } from '@inaam/ui/status-dot';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import type { Column } from '../../lists/columns.ts';
import { ListTable } from '../../lists/list-table.tsx';
import { ConfirmDialog, getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { IssueKeyDialog } from './issue-key-dialog.tsx';

const scopeLabels: Record<KeyScope, string> = { read: 'Read only', read_write: 'Read and write' };

/** Lists the keys of internal services, with buttons to issue and revoke keys and to change their responsible admin. */
export function ServiceKeys() {
  const query = trpc.admin.keys.list.useQuery();
  const [isIssuing, setIsIssuing] = useState(false);
  const [keyToRevoke, setKeyToRevoke] = useState<ServiceKey>();
  const [keyToHandOver, setKeyToHandOver] = useState<ServiceKey>();
  const columns = columnsFor({ handOver: setKeyToHandOver, revoke: setKeyToRevoke });
  const issueButton = (
    <Button icon={<KeyRound aria-hidden className="size-4" />} onClick={() => setIsIssuing(true)}>
      Issue key
    </Button>
  );
  return (
    <section aria-labelledby="service-keys" className="mt-2 grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id="service-keys" className="text-lg">
            Service keys
          </h2>
          <p className="text-muted">
            Internal services call <code className="font-mono text-sm">/api/admin/*.php</code> with a key of their own:{' '}
            <a
              href="/api/admin/docs"
              target="_blank"
              rel="noreferrer"
              className="py-1 underline decoration-edge decoration-dotted underline-offset-4 hover:text-accent"
            >
              what they can call
            </a>
            .
          </p>
        </div>
        {query.data && query.data.keys.length > 0 && issueButton}
      </div>
      <Loadable query={query} what="service keys">
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState kind="first-use" title="No service keys" action={issueButton}>
              Give each service its own key, so that you can revoke each separately and the audit log names the service.
            </EmptyState>
          ) : (
            <ListTable caption="Issued service keys" columns={columns} rows={keys} rowKey={({ key_id }) => key_id} />
          )
        }
      </Loadable>
      {isIssuing && <IssueKeyDialog onClose={() => setIsIssuing(false)} />}
      {keyToHandOver && <HandOverKey serviceKey={keyToHandOver} onClose={() => setKeyToHandOver(undefined)} />}
      {keyToRevoke && <RevokeKey serviceKey={keyToRevoke} onClose={() => setKeyToRevoke(undefined)} />}
    </section>
  );
}

const SecondaryLine = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs text-muted">{children}</span>
);

function LiveStatus({ serviceKey: { expires_at } }: { serviceKey: ServiceKey }) {
  if (!expires_at) return <StatusDot tone="good">Live</StatusDot>;
  const isExpired = Date.parse(expires_at) <= Date.now();
  return (
    <>
      <StatusDot tone={isExpired ? 'neutral' : 'good'}>{isExpired ? 'Expired' : 'Live'}</StatusDot>
      <SecondaryLine>
        {isExpired ? 'on' : 'until'} {formatDate(expires_at)}
      </SecondaryLine>
    </>
  );
}

const dataColumns: readonly Column<ServiceKey>[] = [
  {
    id: 'service',
    header: 'Service',
    className: 'min-w-40',
    cell: ({ name, prefix }) => (
      <>
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="code block text-xs font-normal text-muted">{prefix}…</span>
      </>
    ),
  },
  {
    id: 'access',
    header: 'Access',
    className: 'min-w-40',
    phone: 'below',
    cell: ({ scope, scopes, is_too_broad, revoked_at, addresses }) => (
      <>
        {scope ? scopeLabels[scope] : scopes.join(', ')}
        {is_too_broad && !revoked_at && (
          <SecondaryLine>Too broad: issue a new key with only the scopes it needs</SecondaryLine>
        )}
        {addresses.length > 0 && <SecondaryLine>From {addresses.join(', ')}</SecondaryLine>}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    className: 'whitespace-nowrap',
    phone: 'end',
    cell: (key) =>
      key.revoked_at ? (
        <>
          <StatusDot tone="neutral">Revoked</StatusDot>
          <SecondaryLine>{formatDate(key.revoked_at)}</SecondaryLine>
        </>
      ) : (
        <LiveStatus serviceKey={key} />
      ),
  },
  {
    id: 'last_used',
    header: 'Last used (IST)',
    numeric: true,
    phone: 'belowEnd',
    cell: ({ last_used_at, last_ip, is_unused, revoked_at }) => (
      <>
        {last_used_at ? formatDateTime(last_used_at) : 'Never'}
        {last_ip && <SecondaryLine>from {last_ip}</SecondaryLine>}
        {is_unused && !revoked_at && <SecondaryLine>Unused for 90 days</SecondaryLine>}
      </>
    ),
  },
  {
    id: 'issued',
    header: 'Issued',
    numeric: true,
    cell: ({ created_at, created_by, responsible_admin }) => (
      <>
        {formatDate(created_at)}
        <SecondaryLine>by {created_by}</SecondaryLine>
        {responsible_admin !== created_by && <SecondaryLine>responsible: {responsible_admin}</SecondaryLine>}
      </>
    ),
  },
];

/** @param actions functions that open a key's dialogs */
const columnsFor = (actions: {
  handOver: (key: ServiceKey) => void;
  revoke: (key: ServiceKey) => void;
}): Column<ServiceKey>[] => [
  ...dataColumns,
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    className: 'text-right',
    phone: 'foot',
    cell: (key) =>
      !key.revoked_at && (
        <span className="inline-flex gap-2">
          <Button small variant="quiet" onClick={() => actions.handOver(key)}>
            Transfer<span className="sr-only"> {key.name}</span>
          </Button>
          <Button small onClick={() => actions.revoke(key)}>
            Revoke<span className="sr-only"> {key.name}</span>
          </Button>
        </span>
      ),
  },
];

function RevokeKey({ serviceKey, onClose }: { serviceKey: ServiceKey; onClose: () => void }) {
  const revoke = trpc.admin.keys.revoke.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      danger
      title={`Revoke the key of ${serviceKey.name}?`}
      consequence="The key stops working at once. This cannot be undone; a new key can be issued under the same name."
      confirm="Revoke"
      busy="Revoking..."
      failed="The key was not revoked"
      mutation={revoke}
      onConfirm={() => revoke.mutate({ key_id: serviceKey.key_id })}
      onClose={onClose}
    />
  );
}

function HandOverKey({ serviceKey, onClose }: { serviceKey: ServiceKey; onClose: () => void }) {
  const handOver = trpc.admin.keys.handOver.useMutation(useSuccessToast(onClose, getMessage));
  const admins = trpc.admin.admins.list.useQuery().data?.admins ?? [];
  const candidates = admins.filter(({ is_active, username }) => is_active && username !== serviceKey.responsible_admin);
  const [chosen, choose] = useState<string>();
  const newHolderId = chosen ?? String(candidates[0]?.admin_id ?? '');
  return (
    <ConfirmDialog
      title={`Transfer the key of ${serviceKey.name}?`}
      consequence={`The key stops working when its responsible admin, now ${serviceKey.responsible_admin}, leaves.`}
      confirm="Transfer"
      busy="Transferring..."
      failed="The key was not transferred"
      draft={`hand-over-${serviceKey.key_id}`}
      ready={newHolderId !== ''}
      fields={{ values: { to: chosen ?? '' }, initial: { to: '' }, restore: ({ to }) => choose(to || undefined) }}
      mutation={handOver}
      onConfirm={() => handOver.mutate({ key_id: serviceKey.key_id, admin_id: Number(newHolderId) })}
      onClose={onClose}
    >
      <Select label="To" value={newHolderId} onChange={(event) => choose(event.target.value)}>
        {candidates.map(({ admin_id, username }) => (
          <option key={admin_id} value={admin_id}>
            {username}
          </option>
        ))}
      </Select>
    </ConfirmDialog>
  );
}
