import { Button } from '@inaam/ui/button';
import { CrashBoundary } from '@inaam/ui/crash-boundary';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { app as words } from '../words/words.ts';

/**
 * A dialog whose code loads when it is first opened. While the code loads, and if it fails to load, a message covers
 * the page, which stays rendered. After a failure the person can retry.
 * @param getTexts texts for loading, for a failed load, and for a crash, where a reload helps
 */
export function onDemand<Props extends { onClose: () => void }>(
  getTexts: () => { coming: string; failed: string; crashed: string },
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>(loaded ? 'loaded' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return;
      let isUnmounted = false;
      load().then(
        (component) => {
          loaded = component;
          if (!isUnmounted) setState('loaded');
        },
        () => {
          if (!isUnmounted) setState('failed');
        },
      );
      return () => {
        isUnmounted = true;
      };
    }, [state]);
    const Loaded = loaded;
    if (Loaded && state === 'loaded')
      return (
        <CrashBoundary
          fallback={
            <Failure
              title={getTexts().crashed}
              onClose={props.onClose}
              action={{ label: words.reload, onClick: () => location.reload() }}
            />
          }
        >
          <Loaded {...props} />
        </CrashBoundary>
      );
    if (state !== 'failed')
      return (
        <Over>
          <p role="status">{getTexts().coming}</p>
        </Over>
      );
    return (
      <Failure
        title={getTexts().failed}
        how={words.checkConnection}
        onClose={props.onClose}
        action={{ label: words.retry, onClick: () => setState('loading') }}
      />
    );
  };
}

const Failure = ({
  title,
  how,
  onClose,
  action,
}: {
  title: string;
  how?: string;
  onClose: () => void;
  action: { label: string; onClick: () => void };
}) => (
  <Over>
    <div role="alert" className="max-w-xs">
      <p className="font-semibold">{title}</p>
      {how && <p className="text-sm text-muted">{how}</p>}
    </div>
    <div className="mt-4 grid grid-cols-2 gap-2">
      <Button onClick={onClose}>{words.close}</Button>
      <Button variant="primary" onClick={action.onClick}>
        {action.label}
      </Button>
    </div>
  </Over>
);

const Over = ({ children }: { children: ReactNode }) => (
  <div className="fixed inset-0 z-40 grid animate-appear place-items-center bg-scrim p-4">
    <div className="rounded-card bg-raised p-4 text-center shadow-raised">{children}</div>
  </div>
);
