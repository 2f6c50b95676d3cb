import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLanguage } from '../words/words.ts';
import type { AppRouting } from './router.tsx';
import { AuthProvider } from './session/auth.tsx';
import { SiteProvider } from './site.tsx';

/** Fetched beside the first screen. Where they do not arrive, the app goes on without. */
const Notices = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('./notices.tsx').then(
      (loaded) => ({ default: loaded.Notices }),
      () => ({ default: () => null }),
    ),
);

/** All screens anew where another language is chosen. */
const Spoken = ({ router }: { router: AppRouting }) => <RouterProvider key={useLanguage()} router={router} />;

export const App = ({ router }: { router: AppRouting }) => (
  <SiteProvider>
    <AuthProvider>
      <Spoken router={router} />
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
    </AuthProvider>
  </SiteProvider>
);
