import { buttonClass } from '@inaam/ui/button';

/**
 * A screen that broke, or whose code did not arrive (no network, or a newer version is out): reloading is what helps.
 * It is part of the first load, so it uses next to nothing.
 */
export const ScreenError = () => (
  <main role="alert" className="mx-auto max-w-md p-4 pt-16 text-center">
    <h1 className="text-lg">This screen could not be shown</h1>
    <p className="mt-1 mb-5 text-muted">Check your connection, then reload the page.</p>
    <button type="button" className={buttonClass({ variant: 'primary' })} onClick={() => location.reload()}>
      Reload
    </button>
  </main>
);
