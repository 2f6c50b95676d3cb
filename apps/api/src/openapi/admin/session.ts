import { adminLoginInput, adminRegisterInput, signedInAdmin } from '@inaam/contracts/identity/sign-in';
import { dashboardInput } from '@inaam/contracts/insights/dashboard-series';
import { dashboard } from '@inaam/contracts/insights/insights';
import { message } from '@inaam/contracts/vouchers/vouchers';
import { z } from 'zod';
import type { Operations } from '../operation.ts';

export const sessionOperations: Operations = {
  '/api/admin/login.php': {
    POST: {
      id: 'login',
      tag: 'Session',
      summary: 'Sign in',
      access: 'none',
      body: adminLoginInput,
      reply: signedInAdmin,
      refusals: ['WRONG_USERNAME_OR_PASSWORD', 'ADDRESS_UNKNOWN'],
    },
  },
  '/api/admin/logout.php': {
    POST: {
      id: 'logout',
      tag: 'Session',
      summary: 'Sign out',
      description: 'Works with or without a session.',
      access: 'none',
      reply: z.object({}),
    },
  },
  '/api/admin/register.php': {
    POST: {
      id: 'registerAdmin',
      tag: 'Session',
      summary: 'Create an admin',
      description:
        'While no admin exists, the setup token from the data folder replaces a session. While there are several ' +
        'owners, another owner must approve a new owner, and any admin above analyst that a manager creates.',
      access: 'session',
      body: adminRegisterInput,
      bodyExamples: {
        'by an admin': { username: 'priya', email: 'priya@example.com', password: 'monsoon-lantern-42' },
        'the first admin': {
          username: 'priya',
          email: 'priya@example.com',
          password: 'monsoon-lantern-42',
          setupToken: 'setup-7f3a',
        },
      },
      reply: message,
      refusals: ['ADDRESS_UNKNOWN', 'SETUP_TOKEN_WRONG', 'USERNAME_TAKEN', 'ADMIN_EMAIL_TAKEN'],
    },
  },
  '/api/admin/dashboard.php': {
    GET: {
      id: 'dashboard',
      tag: 'Dashboard',
      summary: 'Counters, recent users and conversions, series and stock',
      access: 'session',
      query: dashboardInput,
      reply: dashboard,
    },
  },
};
