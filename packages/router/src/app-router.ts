import { adminRouter } from './admin/admin-router.ts';
import { router } from './procedures.ts';
import { userRouter } from './user/user-router.ts';

/** The router that both apps are typed against. */
export const appRouter = router({ user: userRouter, admin: adminRouter });
export type AppRouter = typeof appRouter;

/** Each host serves only its own branch, under the same paths. */
export const userHostRouter = router({ user: userRouter });
export const adminHostRouter = router({ admin: adminRouter });
