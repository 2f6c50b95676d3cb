import { includesRole, type Role, roles } from '@inaam/contracts/access/permissions';
import { Select } from '@inaam/ui/select';
import type { ComponentProps } from 'react';
import { useOwnAdmin } from '../../app/allowed.tsx';

export const roleWords: Readonly<Record<Role, { name: string; description: string }>> = {
  analyst: { name: 'Analyst', description: 'Reads everything except voucher codes. Exports contain no personal data.' },
  support: {
    name: 'Support',
    description: 'Also handles users, fraud, cases and conversions, and gives credits that cost up to ₹500.',
  },
  manager: {
    name: 'Manager',
    description: 'Also manages offers, vouchers and networks, and creates admins up to manager.',
  },
  owner: { name: 'Owner', description: 'Full access, including service keys and other owners.' },
};

/** Roles that the signed-in admin may assign: at most their own. */
export function RoleSelect({
  value,
  ...select
}: { value: Role } & Omit<ComponentProps<typeof Select>, 'label' | 'value'>) {
  const { data: ownAdmin } = useOwnAdmin();
  return (
    <Select label="Role" hint={roleWords[value].description} value={value} {...select}>
      {roles
        .filter((role) => ownAdmin && includesRole(ownAdmin.role, role))
        .map((role) => (
          <option key={role} value={role}>
            {roleWords[role].name}
          </option>
        ))}
    </Select>
  );
}
