import { isSetupNeeded } from '@inaam/core/identity/admin-register';
import { publicProcedure, router } from '../procedures.ts';
import { admins } from './admins.ts';
import { audit } from './audit.ts';
import { completions } from './completions.ts';
import { identity } from './identity.ts';
import { insights } from './insights.ts';
import { networks } from './networks.ts';
import { offers } from './offers.ts';
import { vouchers } from './vouchers.ts';

export const adminRouter = router({
  site: publicProcedure.query(async ({ ctx }) => ({
    brandName: ctx.site.brandName,
    setupNeeded: await isSetupNeeded(ctx.services.kernel),
  })),
  identity,
  insights,
  offers,
  vouchers,
  completions,
  networks,
  admins,
  audit,
});
