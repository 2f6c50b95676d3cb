import type { AdminList } from '@inaam/contracts/access/admins';
import { includesRole, type Role } from '@inaam/contracts/access/permissions';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import { Badge } from '@inaam/ui/badge';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { StatusDot } from '@inaam/ui/status-dot';
import { type ReactNode, useState } from 'react';
import { Allowed, useOwnAdmin } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import type { Column } from '../../lists/columns.ts';
import { ListTable } from '../../lists/list-table.tsx';
import { ConfirmDialog, getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { CreateAdminForm } from './create-admin-form.tsx';
import { OwnPreferences } from './own-preferences.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { RoleSelect, roleWords } from './role-select.tsx';
import { SecondFactor } from './second-factor.tsx';
import { ServiceKeys } from './service-keys.tsx';

const SettingsSection = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <Card className="grid min-w-0 content-start gap-4 p-5!">
    <div>
      <h2 className="text-lg">{title}</h2>
      <p className="text-muted">{lead}</p>
    </div>
    {children}
  </Card>
);

/** Admin Settings: admins, Create Admin, own sessions and password, service keys. */
export const AdminSettingsScreen = () => (
  <div className="grid gap-4">
    <PageHeader title="Admin Settings" />
    <Allowed to="admin.admins.list">
      <div className="min-w-0">
        <AdminsTable />
      </div>
    </Allowed>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Allowed to="admin.admins.setRole">
        <SettingsSection
          title="Create Admin"
          lead="The new admin can sign in at once, with the permissions of the role."
        >
          <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted marker:text-edge">
            <li>
              Admins have full system access within their role. An owner may do everything; the list of roles says what
              the others may do.
            </li>
            <li>Give everyone their own account, and never share a password.</li>
            <li>Hand the password over in person or through a password manager, not by e-mail.</li>
          </ul>
          <CreateAdminForm />
        </SettingsSection>
      </Allowed>
      <div className="grid min-w-0 gap-4">
        <SettingsSection title="Your preferences" lead="Saved for your account, on all devices.">
          <OwnPreferences />
        </SettingsSection>
        <SettingsSection title="Your sessions" lead="Devices where you are signed in.">
          <OwnSessions />
        </SettingsSection>
        <SettingsSection
          title="Your second factor"
          lead="Asked for when you sign in, and again before sensitive actions."
        >
          <SecondFactor />
        </SettingsSection>
        <SettingsSection title="Your password" lead="Changing the password signs you out everywhere else.">
          <ChangePasswordForm />
        </SettingsSection>
      </div>
    </div>
    <Allowed to="admin.keys.list">
      <ServiceKeys />
    </Allowed>
  </div>
);

type Admin = AdminList['admins'][number];

/** @param actions whether the signed-in admin may change a given admin, and functions that open the dialogs */
const columnsFor = (actions: {
  canChange: (admin: Admin) => boolean;
  changeRole: (admin: Admin) => void;
  resetFactor: (admin: Admin) => void;
  deactivate: (admin: Admin) => void;
}): Column<Admin>[] => [
  {
    id: 'admin',
    header: 'Admin',
    className: 'min-w-48',
    cell: ({ username, is_self, email }) => (
      <>
        <span className="flex items-center gap-2 font-semibold">
          {username}
          {is_self && <Badge tone="accent">You</Badge>}
        </span>
        <span className="block text-xs font-normal text-muted">{email}</span>
      </>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    phone: 'belowEnd',
    className: 'max-sm:[&_button]:hidden',
    cell: (admin) => (
      <span className="flex items-center gap-2 max-sm:justify-end">
        {roleWords[admin.role].name}
        {actions.canChange(admin) && (
          <Button small variant="quiet" onClick={() => actions.changeRole(admin)}>
            Change<span className="sr-only"> the role of {admin.username}</span>
          </Button>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    phone: 'end',
    cell: ({ is_active }) =>
      is_active ? <StatusDot tone="good">Active</StatusDot> : <StatusDot tone="neutral">Deactivated</StatusDot>,
  },
  {
    id: 'last_sign_in',
    header: 'Last sign-in (IST)',
    numeric: true,
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? formatDateTime(last_sign_in_at) : 'Never'),
  },
  { id: 'created', header: 'Created', numeric: true, cell: ({ created_at }) => formatDate(created_at) },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    className: 'text-right',
    phone: 'foot',
    cell: (admin) =>
      actions.canChange(admin) && (
        <span className="inline-flex flex-wrap gap-2">
          {admin.has_factor && (
            <Allowed to="admin.admins.resetSecondFactor">
              <Button small variant="quiet" onClick={() => actions.resetFactor(admin)}>
                Reset second factor<span className="sr-only"> of {admin.username}</span>
              </Button>
            </Allowed>
          )}
          <Button small onClick={() => actions.deactivate(admin)}>
            Deactivate<span className="sr-only"> {admin.username}</span>
          </Button>
        </span>
      ),
  },
];

/** All admins, with their last sign-in and the actions on their access. */
function AdminsTable() {
  const query = trpc.admin.admins.list.useQuery();
  const { data: ownAdmin } = useOwnAdmin();
  const [adminToDeactivate, setAdminToDeactivate] = useState<Admin>();
  const [adminToChange, setAdminToChange] = useState<Admin>();
  const [adminToReset, setAdminToReset] = useState<Admin>();
  /** Admins may change neither themselves nor admins of a higher role. */
  const canChange = (admin: Admin) =>
    admin.is_active && !admin.is_self && !!ownAdmin && includesRole(ownAdmin.role, admin.role);
  const columns = columnsFor({
    canChange,
    changeRole: setAdminToChange,
    resetFactor: setAdminToReset,
    deactivate: setAdminToDeactivate,
  });
  return (
    <Loadable query={query} what="admins">
      {({ admins }) => (
        <>
          <ListTable caption="Admins" columns={columns} rows={admins} rowKey={({ admin_id }) => admin_id} />
          {adminToChange && <ChangeRole admin={adminToChange} onClose={() => setAdminToChange(undefined)} />}
          {adminToReset && <ResetFactor admin={adminToReset} onClose={() => setAdminToReset(undefined)} />}
          {adminToDeactivate && (
            <DeactivateAdmin admin={adminToDeactivate} onClose={() => setAdminToDeactivate(undefined)} />
          )}
        </>
      )}
    </Loadable>
  );
}

function ChangeRole({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const setRole = trpc.admin.admins.setRole.useMutation(useSuccessToast(onClose, getMessage));
  const [role, choose] = useState<Role>(admin.role);
  return (
    <ConfirmDialog
      title={`Change the role of ${admin.username}?`}
      consequence="The new role applies at once."
      confirm="Change role"
      busy="Changing..."
      failed="The role was not changed"
      draft={`role-${admin.admin_id}`}
      fields={{ values: { role }, initial: { role: admin.role }, restore: (typed) => choose(typed['role'] as Role) }}
      mutation={setRole}
      onConfirm={() => setRole.mutate({ admin_id: admin.admin_id, role })}
      onClose={onClose}
    >
      <RoleSelect value={role} onChange={(event) => choose(event.target.value as Role)} />
    </ConfirmDialog>
  );
}

/** Removes the second factor of an admin who has lost both the device and the recovery codes. */
function ResetFactor({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const reset = trpc.admin.admins.resetSecondFactor.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      danger
      title={`Reset the second factor of ${admin.username}?`}
      consequence="Their passkeys, authenticator app and recovery codes stop working, and they are signed out everywhere. They sign in with their password and set up new ones. First make sure that the request really comes from them."
      confirm="Reset"
      busy="Resetting..."
      failed="The second factor was not reset"
      mutation={reset}
      onConfirm={() => reset.mutate({ admin_id: admin.admin_id })}
      onClose={onClose}
    />
  );
}

function DeactivateAdmin({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const deactivate = trpc.admin.admins.deactivate.useMutation(useSuccessToast(onClose, getMessage));
  return (
    <ConfirmDialog
      danger
      title={`Deactivate ${admin.username}?`}
      consequence="They are signed out everywhere at once and cannot sign in again. What they did stays in the audit log."
      confirm="Deactivate"
      busy="Deactivating..."
      failed="The admin was not deactivated"
      mutation={deactivate}
      onConfirm={() => deactivate.mutate({ admin_id: admin.admin_id })}
      onClose={onClose}
    />
  );
}
