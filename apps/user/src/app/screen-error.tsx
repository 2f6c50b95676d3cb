import { Button } from '@inaam/ui/button';
import { EmptyState } from '@inaam/ui/empty-state';

/** A screen that broke, or whose code did not arrive (no network, or a newer version is out): reloading is what helps. */
export const ScreenError = () => (
  <main className="mx-auto max-w-md p-4 pt-16">
    <EmptyState
      kind="failed"
      title="This screen could not be shown"
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      Check your connection, then reload the page.
    </EmptyState>
  </main>
);
