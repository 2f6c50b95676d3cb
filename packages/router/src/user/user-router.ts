import { publicProcedure, router } from '../procedures.ts';
import { account } from './account.ts';
import { cases } from './cases.ts';
import { clicks } from './clicks.ts';
import { fairness } from './fairness.ts';
import { identity } from './identity.ts';
import { insights } from './insights.ts';
import { messages } from './messages.ts';
import { offers } from './offers.ts';
import { spins } from './spins.ts';
import { vouchers } from './vouchers.ts';

export const userRouter = router({
  site: publicProcedure.query(({ ctx }) => ctx.site),
  identity,
  account,
  offers,
  clicks,
  cases,
  spins,
  fairness,
  insights,
  vouchers,
  messages,
});
