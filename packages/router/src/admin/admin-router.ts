import { isSetupNeeded } from '@inaam/core/people/admins/queries';
import { publicProcedure, router } from '../procedures.ts';
import { admins } from './admins.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { cases } from './cases.ts';
import { clicks } from './clicks.ts';
import { completions } from './completions.ts';
import { fraud } from './fraud.ts';
import { identity } from './identity.ts';
import { insights } from './insights.ts';
import { keys } from './keys.ts';
import { lookup } from './lookup.ts';
import { messages } from './messages.ts';
import { networks } from './networks.ts';
import { offers } from './offers.ts';
import { postbacks } from './postbacks.ts';
import { preferences } from './preferences.ts';
import { secondFactor } from './second-factor.ts';
import { securityEvents } from './security-events.ts';
import { spending } from './spending.ts';
import { users } from './users.ts';
import { views } from './views.ts';
import { vouchers } from './vouchers.ts';
import { webhooks } from './webhooks.ts';

export const adminRouter = router({
  site: publicProcedure.query(async ({ ctx }) => ({
    brandName: ctx.site.brandName,
    setupNeeded: await isSetupNeeded(ctx.services.kernel),
  })),
  identity,
  secondFactor,
  insights,
  offers,
  vouchers,
  clicks,
  cases,
  completions,
  fraud,
  users,
  lookup,
  preferences,
  views,
  networks,
  postbacks,
  admins,
  keys,
  approvals,
  audit,
  messages,
  webhooks,
  securityEvents,
  spending,
});
