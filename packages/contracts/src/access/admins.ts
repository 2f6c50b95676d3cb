import { z } from 'zod';
import { id } from '../common/text.ts';
import { newPassword } from '../identity/sign-in.ts';
import { roles } from './permissions.ts';

export const adminList = z.object({
  admins: z.array(
    z.object({
      admin_id: z.number(),
      username: z.string(),
      email: z.string(),
      role: z.enum(roles),
      created_at: z.string(),
      last_sign_in_at: z.string().nullable(),
      is_active: z.boolean(),
      is_self: z.boolean(),
      has_factor: z.boolean(),
    }),
  ),
});
export type AdminList = z.infer<typeof adminList>;

export const adminIdInput = z.object({ admin_id: id });

export const setRoleInput = z.object({ admin_id: id, role: z.enum(roles, `must be one of ${roles.join(', ')}`) });
export type SetRoleInput = z.output<typeof setRoleInput>;

export const changePasswordInput = z.object({
  currentPassword: z.string().min(1, 'is required').max(256, 'must be at most 256 characters'),
  newPassword,
});
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

export const ownSessions = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      created_at: z.string(),
      expires_at: z.string(),
      ip: z.string().nullable(),
      user_agent: z.string().nullable(),
      is_current: z.boolean(),
    }),
  ),
});
export type OwnSessions = z.infer<typeof ownSessions>;
