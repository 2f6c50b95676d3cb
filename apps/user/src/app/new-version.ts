/** The shortest time between two checks for a new version in a tab that stays open. */
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Registers the worker that opens the app offline (installable.ts) and watches for a new version. `onWaiting` receives
 * a function that activates the new version and reloads the tab. Nothing happens automatically, so no spin is
 * interrupted.
 * @returns a function that stops watching
 */
export function watchForNewVersion(onWaiting: (takeOver: () => void) => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !import.meta.env.PROD) return () => undefined;
  const stopped = new AbortController();
  const { signal } = stopped;

  const offerUpdate = (worker: ServiceWorker) =>
    onWaiting(() => {
      workers.addEventListener('controllerchange', () => location.reload(), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers accept no target origin
      worker.postMessage({ type: 'SKIP_WAITING' });
    });
  const watch = (registration: ServiceWorkerRegistration) => {
    // Without a controller this is the first version on the device, so there is nothing to replace.
    if (registration.waiting && workers.controller) offerUpdate(registration.waiting);
    registration.addEventListener(
      'updatefound',
      () => {
        const { installing } = registration;
        installing?.addEventListener(
          'statechange',
          () => installing.state === 'installed' && workers.controller && offerUpdate(installing),
          { signal },
        );
      },
      { signal },
    );
    let checkedAt = Date.now();
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_INTERVAL_MS) return;
        checkedAt = Date.now();
        void registration.update().catch(() => undefined);
      },
      { signal },
    );
  };
  workers.register(workerUrl()).then(
    (registration) => {
      if (!signal.aborted) watch(registration);
    },
    // The browser refuses the worker (private mode), or the server is unreachable. The app works online without a
    // worker.
    () => undefined,
  );
  return () => stopped.abort();
}

const WORKER = '/sw.js';

interface Policy {
  createScriptURL(address: string): string;
}
let policy: Policy | undefined;

/**
 * Returns the worker's URL. Browsers with Trusted Types accept a script URL only from a policy, and the app has no
 * other script URL. A page can create a policy only once, so the policy is kept. See apps/api/src/plugins/headers.ts.
 */
function workerUrl(): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  policy ??= trustedTypes?.createPolicy('inaam', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
