import { RouterProvider } from '@tanstack/react-router';
import { AuthProvider } from './auth.tsx';
import { router } from './router.tsx';
import { SiteProvider } from './site.tsx';

export const App = () => (
  <SiteProvider>
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>
  </SiteProvider>
);
