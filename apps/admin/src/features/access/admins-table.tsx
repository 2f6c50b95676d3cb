import type { AdminListing } from '@inaam/contracts/access/admins';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { useState } from 'react';
import { trpc } from '../../app/trpc.ts';
import { messageOf, Question, useDone } from '../../page/confirm-dialog.tsx';
import { Loadable } from '../../page/loadable.tsx';

type Admin = AdminListing['admins'][number];

/** Every admin, when they last signed in, and the way to take their access. */
export function AdminsTable() {
  const query = trpc.admin.admins.list.useQuery();
  const [leaving, setLeaving] = useState<Admin>();
  return (
    <Loadable query={query} what="admins">
      {({ admins }) => (
        <>
          <Table caption="Admins">
            <thead>
              <tr>
                <Th>Admin</Th>
                <Th>Status</Th>
                <Th numeric>Last sign-in (IST)</Th>
                <Th numeric>Created</Th>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {admins.map((admin) => (
                <Tr key={admin.admin_id}>
                  <Td className="min-w-48">
                    <span className="flex items-center gap-2 font-semibold">
                      {admin.username}
                      {admin.is_self && <Badge tone="accent">You</Badge>}
                    </span>
                    <span className="block text-xs text-muted">{admin.email}</span>
                  </Td>
                  <Td>
                    {admin.is_active ? (
                      <StatusDot tone="good">Active</StatusDot>
                    ) : (
                      <StatusDot tone="neutral">Deactivated</StatusDot>
                    )}
                  </Td>
                  <Td numeric>{admin.last_sign_in_at ? formatDateTime(admin.last_sign_in_at) : 'Never'}</Td>
                  <Td numeric>{formatDate(admin.created_at)}</Td>
                  <Td className="text-right">
                    {admin.is_active && !admin.is_self && (
                      <Button small onClick={() => setLeaving(admin)}>
                        Deactivate<span className="sr-only"> {admin.username}</span>
                      </Button>
                    )}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          {leaving && <DeactivateAdmin admin={leaving} onClose={() => setLeaving(undefined)} />}
        </>
      )}
    </Loadable>
  );
}

function DeactivateAdmin({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const deactivate = trpc.admin.admins.deactivate.useMutation(useDone(onClose, messageOf));
  return (
    <Question
      danger
      title={`Deactivate ${admin.username}?`}
      consequence="They are signed out everywhere at once and cannot sign in again. What they did stays in the audit log."
      confirm="Deactivate"
      busy="Deactivating..."
      failed="The admin was not deactivated"
      running={deactivate}
      onConfirm={() => deactivate.mutate({ admin_id: admin.admin_id })}
      onClose={onClose}
    />
  );
}
