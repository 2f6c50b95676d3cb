import { adminRouter } from './admin/admin-router.ts';
import { router } from './procedures.ts';
import { userRouter } from './user/user-router.ts';

/** What both apps share and are typed against. */
export const appRouter = router({ user: userRouter, admin: adminRouter });
export type AppRouter = typeof appRouter;

/** Each host serves its own branch alone; the paths stay those of the whole. */
export const userHostRouter = router({ user: userRouter });
export const adminHostRouter = router({ admin: adminRouter });
