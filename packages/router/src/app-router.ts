import { adminRouter } from './admin/admin-router.ts';
import { router } from './procedures.ts';
import { userRouter } from './user/user-router.ts';

/** The router of both hosts. Its type is the type of the API in both web apps. */
export const appRouter = router({ user: userRouter, admin: adminRouter });
export type AppRouter = typeof appRouter;

/** The routers of the two hosts: each host serves only its own branch, under the same paths as in `appRouter`. */
export const userHostRouter = router({ user: userRouter });
export const adminHostRouter = router({ admin: adminRouter });
