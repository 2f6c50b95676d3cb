import type { KeyScope, ServiceKey } from '@inaam/contracts/access/api-keys';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';
import { Select } from '@inaam/ui/select';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, messageOf, useDone } from '../../page/confirm-dialog.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { IssueKeyDialog } from './issue-key-dialog.tsx';

const scopeWords: Record<KeyScope, string> = { read: 'Read only', read_write: 'Read and write' };

/** The keys of internal services: which there are, and the ways to issue and revoke one. */
export function ServiceKeys() {
  const query = trpc.admin.keys.list.useQuery();
  const [issuing, setIssuing] = useState(false);
  const [leaving, setLeaving] = useState<ServiceKey>();
  const [handing, setHanding] = useState<ServiceKey>();
  const issueButton = (
    <Button icon={<KeyRound aria-hidden className="size-4" />} onClick={() => setIssuing(true)}>
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
              className="underline decoration-edge decoration-dotted underline-offset-4 hover:text-accent"
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
              Give each service its own key: it can be revoked alone, and the audit log says which one it was.
            </EmptyState>
          ) : (
            <KeysTable keys={keys} onHandOver={setHanding} onRevoke={setLeaving} />
          )
        }
      </Loadable>
      {issuing && <IssueKeyDialog onClose={() => setIssuing(false)} />}
      {handing && <HandOverKey serviceKey={handing} onClose={() => setHanding(undefined)} />}
      {leaving && <RevokeKey serviceKey={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="block text-xs text-muted">{children}</span>;

function LiveStatus({ serviceKey: { expires_at } }: { serviceKey: ServiceKey }) {
  if (!expires_at) return <StatusDot tone="good">Live</StatusDot>;
  const isOver = Date.parse(expires_at) <= Date.now();
  return (
    <>
      <StatusDot tone={isOver ? 'neutral' : 'good'}>{isOver ? 'Expired' : 'Live'}</StatusDot>
      <Quiet>
        {isOver ? 'on' : 'until'} {formatDate(expires_at)}
      </Quiet>
    </>
  );
}

const KeysTable = ({
  keys,
  onHandOver,
  onRevoke,
}: {
  keys: ServiceKey[];
  onHandOver: (key: ServiceKey) => void;
  onRevoke: (key: ServiceKey) => void;
}) => (
  <Table caption="Issued service keys">
    <thead>
      <tr>
        <Th>Service</Th>
        <Th>May</Th>
        <Th>Status</Th>
        <Th numeric>Last used (IST)</Th>
        <Th numeric>Issued</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <Tr key={key.key_id}>
          <Td className="min-w-40">
            <span className="block font-semibold wrap-anywhere">{key.name}</span>
            <span className="code block text-xs text-muted">{key.prefix}…</span>
          </Td>
          <Td className="min-w-40">
            {key.scope ? scopeWords[key.scope] : key.scopes.join(', ')}
            {key.to_narrow && !key.revoked_at && <Quiet>Too broad: issue a new one with its own scopes</Quiet>}
            {key.addresses.length > 0 && <Quiet>From {key.addresses.join(', ')}</Quiet>}
          </Td>
          <Td className="whitespace-nowrap">
            {key.revoked_at ? (
              <>
                <StatusDot tone="neutral">Revoked</StatusDot>
                <Quiet>{formatDate(key.revoked_at)}</Quiet>
              </>
            ) : (
              <LiveStatus serviceKey={key} />
            )}
          </Td>
          <Td numeric>
            {key.last_used_at ? formatDateTime(key.last_used_at) : 'Never'}
            {key.last_ip && <Quiet>from {key.last_ip}</Quiet>}
            {key.is_unused && !key.revoked_at && <Quiet>Unused for 90 days</Quiet>}
          </Td>
          <Td numeric>
            {formatDate(key.created_at)}
            <Quiet>by {key.created_by}</Quiet>
            {key.held_by !== key.created_by && <Quiet>held by {key.held_by}</Quiet>}
          </Td>
          <Td className="text-right">
            {!key.revoked_at && (
              <span className="inline-flex gap-2">
                <Button small variant="quiet" onClick={() => onHandOver(key)}>
                  Hand over<span className="sr-only"> {key.name}</span>
                </Button>
                <Button small onClick={() => onRevoke(key)}>
                  Revoke<span className="sr-only"> {key.name}</span>
                </Button>
              </span>
            )}
          </Td>
        </Tr>
      ))}
    </tbody>
  </Table>
);

function RevokeKey({ serviceKey, onClose }: { serviceKey: ServiceKey; onClose: () => void }) {
  const revoke = trpc.admin.keys.revoke.useMutation(useDone(onClose, messageOf));
  return (
    <ConfirmDialog
      danger
      title={`Revoke the key of ${serviceKey.name}?`}
      consequence="Whatever still calls with it is refused from its next call. This cannot be undone; a new key can be issued under the same name."
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
  const handOver = trpc.admin.keys.handOver.useMutation(useDone(onClose, messageOf));
  const admins = trpc.admin.admins.list.useQuery().data?.admins ?? [];
  const heirs = admins.filter(({ is_active, username }) => is_active && username !== serviceKey.held_by);
  const [chosen, choose] = useState<string>();
  const heir = chosen ?? String(heirs[0]?.admin_id ?? '');
  return (
    <ConfirmDialog
      title={`Hand the key of ${serviceKey.name} over?`}
      consequence={`It ends with the admin who answers for it: now that is ${serviceKey.held_by}.`}
      confirm="Hand over"
      busy="Handing over..."
      failed="The key was not handed over"
      ready={heir !== ''}
      mutation={handOver}
      onConfirm={() => handOver.mutate({ key_id: serviceKey.key_id, admin_id: Number(heir) })}
      onClose={onClose}
    >
      <Select label="To" value={heir} onChange={(event) => choose(event.target.value)}>
        {heirs.map(({ admin_id, username }) => (
          <option key={admin_id} value={admin_id}>
            {username}
          </option>
        ))}
      </Select>
    </ConfirmDialog>
  );
}
