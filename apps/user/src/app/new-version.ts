/** How often a tab that stays open checks for a new version, at most. */
const LOOK_AGAIN_MS = 60 * 60 * 1000;

/**
 * Registers the worker that opens the app offline (installable.ts) and watches for a new version. `onWaiting` receives
 * a function that activates it and reloads the tab. Nothing happens automatically, so no spin is interrupted.
 * @returns a function that stops watching
 */
export function watchForNewVersion(onWaiting: (takeOver: () => void) => void): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !import.meta.env.PROD) return () => undefined;
  const stopped = new AbortController();
  const { signal } = stopped;

  const tell = (worker: ServiceWorker) =>
    onWaiting(() => {
      workers.addEventListener('controllerchange', () => location.reload(), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window, and takes none
      worker.postMessage({ type: 'SKIP_WAITING' });
    });
  const watch = (registration: ServiceWorkerRegistration) => {
    // Without a controller it is the first version, which needs no question.
    if (registration.waiting && workers.controller) tell(registration.waiting);
    registration.addEventListener(
      'updatefound',
      () => {
        const { installing } = registration;
        installing?.addEventListener(
          'statechange',
          () => installing.state === 'installed' && workers.controller && tell(installing),
          { signal },
        );
      },
      { signal },
    );
    let looked = Date.now();
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_AGAIN_MS) return;
        looked = Date.now();
        void registration.update().catch(() => undefined);
      },
      { signal },
    );
  };
  workers.register(workerAddress()).then(
    (registration) => {
      if (!signal.aborted) watch(registration);
    },
    // Refused (private mode) or unreachable: the app works online without it.
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
 * The one script address that the app passes as text. Browsers with Trusted Types require a policy, which can be
 * created once a page: apps/api/src/plugins/headers.ts.
 */
function workerAddress(): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };
  policy ??= trustedTypes?.createPolicy('inaam', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
