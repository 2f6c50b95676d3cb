import { Banner } from '../src/banner.tsx';
import { Button } from '../src/button.tsx';
import { EmptyState } from '../src/empty-state.tsx';
import { Toaster, toast } from '../src/toaster.tsx';
import { LONG, UNBROKEN } from './texts.ts';

export const messages = {
  banner: () => (
    <div className="grid w-full gap-3">
      <Banner tone="error" title="The offer was not saved" action={<Button small>Retry</Button>}>
        {LONG}
      </Banner>
      <Banner tone="success" title="Saved" onDismiss={() => {}} />
      <Banner tone="info">{UNBROKEN}</Banner>
    </div>
  ),
  'empty-state': () => (
    <div className="grid w-full gap-4 sm:grid-cols-3">
      <EmptyState kind="first-use" title="No offers yet" action={<Button variant="primary">Create an offer</Button>}>
        An offer is what people complete for a spin.
      </EmptyState>
      <EmptyState kind="no-match" title="No offer matches" action={<Button>Clear filters</Button>}>
        Try adjusting your filters
      </EmptyState>
      <EmptyState kind="failed" title="The offers could not be loaded" action={<Button>Retry</Button>}>
        {LONG}
      </EmptyState>
    </div>
  ),
  toaster: () => (
    <>
      <Toaster />
      <Button onClick={() => toast.success('Offer saved', { action: { label: 'Undo', onClick: () => {} } })}>
        Success
      </Button>
      <Button onClick={() => toast.error('The offer was not saved', { description: LONG })}>Error</Button>
    </>
  ),
};
