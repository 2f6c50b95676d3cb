import { RouterProvider } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useLanguage } from '../words/words.ts';
import { afterFirstScreen } from './after-first-screen.ts';
import type { AppRouting } from './router.tsx';
import { AuthProvider } from './session/auth.tsx';
import { SiteProvider } from './site.tsx';

/** Loaded separately, because the app works without the notices. */
const Notices = lazy(
  (): Promise<{ default: ComponentType }> =>
    afterFirstScreen()
      .then(() => import('./notices.tsx'))
      .then(
        (loaded) => ({ default: loaded.Notices }),
        () => ({ default: () => null }),
      ),
);

/** A change of the language renders all screens again. */
const LocalisedRouter = ({ router }: { router: AppRouting }) => <RouterProvider key={useLanguage()} router={router} />;

export const App = ({ router }: { router: AppRouting }) => (
  <SiteProvider>
    <AuthProvider>
      <LocalisedRouter router={router} />
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
    </AuthProvider>
  </SiteProvider>
);
