import type { AdminList } from '@inaam/contracts/access/admins';
import type { ServiceKey } from '@inaam/contracts/access/api-keys';

export const aServiceKey: ServiceKey = {
  key_id: 1,
  name: 'importer',
  prefix: 'inaam_abcdef',
  is_too_broad: true,
  scope: 'read_write',
  scopes: [],
  addresses: [],
  expires_at: null,
  responsible_admin: 'meera',
  last_ip: null,
  is_unused: false,
  created_by: 'meera',
  created_at: '2026-11-01T06:30:00.000Z',
  last_used_at: null,
  revoked_at: null,
};

export const anAdmin: AdminList['admins'][number] = {
  admin_id: 2,
  username: 'omar',
  email: 'omar@example.com',
  role: 'manager',
  is_self: false,
  is_active: true,
  has_factor: true,
  created_at: '2026-07-19T06:30:00.000Z',
  last_sign_in_at: null,
};
