import { Button } from '@inaam/ui/button';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { ShieldAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { app as words } from '../words/words.ts';
import { useOnline } from './online.ts';
import { useBrand } from './site.tsx';
import { SuspensionAppeal } from './suspension-appeal.tsx';

/**
 * Shown if the session could not be checked: the server did not answer, or it blocks this network or device.
 * @param children what this device can show without the server
 */
export function CheckFailed({
  message,
  onRetry,
  framed = false,
  first,
  children,
}: {
  /** The server's reason; empty if the server did not answer. */
  message: string;
  onRetry: () => void;
  /** Content above the message: the data that the person most needs without the server. */
  first?: ReactNode;
  /** Rendered inside the app's frame, with its navigation. */
  framed?: boolean;
  children?: ReactNode;
}) {
  const online = useOnline();
  const brand = useBrand();
  // Compare the state instead of the event: the connection may return before the listener is added.
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) onRetry();
    wasOnline.current = online;
  }, [online, onRetry]);

  const Frame = framed ? 'div' : 'main';
  const unanswered = message === '';
  const offline = unanswered && !online;
  const retry = (
    <Button variant="primary" onClick={onRetry}>
      {words.retry}
    </Button>
  );
  return (
    <Frame
      data-offline-page={offline || undefined}
      className={cx('mx-auto grid max-w-md grid-cols-1 gap-6', !framed && 'p-4 pt-16')}
    >
      <h1 className="sr-only">{brand}</h1>
      {unanswered && first}
      {offline ? (
        <EmptyState
          kind="failed"
          heading="h1"
          title={words.offlineTitle}
          icon={<WifiOff aria-hidden className="size-7" />}
          action={retry}
        >
          {words.offlineHow}
        </EmptyState>
      ) : (
        <EmptyState
          kind="failed"
          heading="h1"
          title={message || words.unanswered}
          icon={unanswered ? undefined : <ShieldAlert aria-hidden className="size-7" />}
          action={retry}
        >
          {unanswered ? words.checkConnection : <SuspensionAppeal />}
        </EmptyState>
      )}
      {unanswered && children}
    </Frame>
  );
}
