import { RouterProvider } from '@tanstack/react-router';
import { AuthProvider } from './auth.tsx';
import type { AppRouting } from './router.tsx';
import { SiteProvider } from './site.tsx';

export const App = ({ router }: { router: AppRouting }) => (
  <SiteProvider>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </SiteProvider>
);
