import type { Site } from '@inaam/contracts/identity/sign-in';
import { type IdentityProvider, isProviderSession } from './provider.ts';
import { sandboxProvider } from './sandbox-provider.ts';

/** The provider in the site's settings; undefined if there is none, or until the settings have loaded. */
export function createConfiguredProvider(provider: Site['provider'] | undefined): IdentityProvider | undefined {
  switch (provider?.kind) {
    case 'sandbox':
      return sandboxProvider(provider.chooserUrl);
    case 'firebase': {
      const { kind: _, ...project } = provider;
      // Loaded on first use: most people sign in by e-mail, or are signed in.
      const adapter = () => import('./firebase-provider.ts').then((module) => module.firebaseProvider(project));
      return {
        signIn: async () => (await adapter()).signIn(),
        canResume: isProviderSession,
        resume: async () => (await adapter()).resume(),
        signOut: async () => (isProviderSession() ? (await adapter()).signOut() : undefined),
        onSignedOut: async (left) => (await adapter()).onSignedOut(left),
      };
    }
    case 'none':
    case undefined:
      return undefined;
  }
}
