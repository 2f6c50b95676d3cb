import { Card } from '@inaam/ui/card';
import { PageHeader } from '../../app/shell/page-header.tsx';
import { CreateAdminForm } from './create-admin-form.tsx';

/** Admin Settings: the Create Admin form, and what being an admin means. */
export const AdminSettingsScreen = () => (
  <div className="grid gap-4">
    <PageHeader title="Admin Settings" />
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,32rem)_minmax(0,22rem)]">
      <Card className="grid gap-4 p-5!">
        <div>
          <h2 className="text-lg">Create Admin</h2>
          <p className="text-muted">The new admin can sign in at once.</p>
        </div>
        <CreateAdminForm />
      </Card>
      <Card className="grid gap-2 p-5!">
        <h2 className="text-base">Before you add an admin</h2>
        <ul className="grid list-disc gap-1.5 pl-5 text-muted marker:text-edge">
          <li>Admins have full system access: offers, vouchers, users, conversions and fraud controls.</li>
          <li>Give every person an account of their own, and never share a password.</li>
          <li>Hand the password over in person or through a password manager, not by mail.</li>
        </ul>
      </Card>
    </div>
  </div>
);
