import { buttonClass } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { AdminsTable } from './admins-table.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { CreateAdminForm } from './create-admin-form.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { ServiceKeys } from './service-keys.tsx';

const Part = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <Card className="grid min-w-0 content-start gap-4 p-5!">
    <div>
      <h2 className="text-lg">{title}</h2>
      <p className="text-muted">{lead}</p>
    </div>
    {children}
  </Card>
);

/** Admin Settings: the admins, Create Admin, one's own sessions and password, the keys of services. */
export const AdminSettingsScreen = () => (
  <div className="grid gap-4">
    <PageHeader
      title="Admin Settings"
      action={
        <Link to={paths.audit} className={buttonClass()}>
          <ScrollText aria-hidden className="size-4" />
          Audit log
        </Link>
      }
    />
    <div className="min-w-0">
      <AdminsTable />
    </div>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <Part title="Create Admin" lead="The new admin can sign in at once, with full access to everything here.">
          <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted marker:text-edge">
            <li>Give every person an account of their own, and never share a password.</li>
            <li>Hand the password over in person or through a password manager, not by mail.</li>
          </ul>
          <CreateAdminForm />
        </Part>
      </div>
      <div className="grid min-w-0 gap-4">
        <Part title="Your sessions" lead="Where you are signed in.">
          <OwnSessions />
        </Part>
        <Part title="Your password" lead="Changing it signs you out everywhere else.">
          <ChangePasswordForm />
        </Part>
      </div>
    </div>
    <ServiceKeys />
  </div>
);
