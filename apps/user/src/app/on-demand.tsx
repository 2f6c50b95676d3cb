import { Button } from '@inaam/ui/button';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { app as words } from '../words/words.ts';

/**
 * A dialog whose code is fetched when it is opened for the first time. The wait is told over the page; where the code
 * does not come, so is that, and it can be asked for again: the page behind it stays as it is.
 * @param said what is said while it comes, and where it does not
 */
export function onDemand<Props extends { onClose: () => void }>(
  said: () => { coming: string; failed: string },
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>(loaded ? 'loaded' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return;
      let gone = false;
      load().then(
        (component) => {
          loaded = component;
          if (!gone) setState('loaded');
        },
        () => {
          if (!gone) setState('failed');
        },
      );
      return () => {
        gone = true;
      };
    }, [state]);
    const Loaded = loaded;
    if (Loaded && state === 'loaded') return <Loaded {...props} />;
    if (state !== 'failed')
      return (
        <Over>
          <p role="status">{said().coming}</p>
        </Over>
      );
    return (
      <Over>
        <div role="alert">
          <p className="font-semibold">{said().failed}</p>
          <p className="text-sm text-muted">{words.checkConnection}</p>
        </div>
        <div className="mt-4 grid grid-cols-2 gap-2">
          <Button onClick={props.onClose}>{words.close}</Button>
          <Button variant="primary" onClick={() => setState('loading')}>
            {words.retry}
          </Button>
        </div>
      </Over>
    );
  };
}

const Over = ({ children }: { children: ReactNode }) => (
  <div className="fixed inset-0 z-40 grid animate-appear place-items-center bg-scrim p-4">
    <div className="rounded-card bg-raised p-4 text-center shadow-raised">{children}</div>
  </div>
);
