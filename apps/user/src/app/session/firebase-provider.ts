import { type FirebaseOptions, getApp, getApps, initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInWithPopup,
  signOut,
} from '@firebase/auth';
import { type IdentityProvider, ProviderRefusal } from './provider.ts';

/** Errors that are not failures: the person closed the window or opened it twice. */
const CANCELLATION_CODES = ['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled'];

const getFirebaseCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

let auth: Auth | undefined;

/**
 * Returns the page's only instance, because the library refuses a second one with other options. Unlike `getAuth`,
 * `initializeAuth` needs only the parts of the library that the options name.
 */
function getFirebaseAuth(project: FirebaseOptions): Auth {
  auth ??= initializeAuth(getApps().length > 0 ? getApp() : initializeApp(project), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  return auth;
}

/** Google sign-in with a Firebase project, in a popup. */
export const firebaseProvider = (project: FirebaseOptions): Omit<IdentityProvider, 'canResume'> => {
  const projectAuth = getFirebaseAuth(project);
  return {
    signIn: async () => {
      const google = new GoogleAuthProvider();
      // On shared phones the person chooses an account instead of getting the last one.
      google.setCustomParameters({ prompt: 'select_account' });
      try {
        const { user } = await signInWithPopup(projectAuth, google);
        return await user.getIdToken();
      } catch (error) {
        if (CANCELLATION_CODES.includes(getFirebaseCode(error))) return undefined;
        if (getFirebaseCode(error) === 'auth/popup-blocked') {
          throw new ProviderRefusal('popupBlocked');
        }
        throw error;
      }
    },
    resume: async () => {
      await projectAuth.authStateReady();
      return projectAuth.currentUser?.getIdToken();
    },
    signOut: () => signOut(projectAuth),
    onSignedOut: async (left) => onAuthStateChanged(projectAuth, (user) => user ?? left()),
  };
};
