import type { Site } from '@inaam/contracts/identity/sign-in';
import { Button } from '@inaam/ui/button';
import type { ReactNode } from 'react';
import { identity as words } from '../../words/words.ts';
import { BrowserHint, isInOtherApp } from './browser-hint.tsx';

const Or = () => (
  <p className="my-4 flex items-center gap-3 text-sm text-muted before:grow before:border-t before:border-line after:grow after:border-t after:border-line">
    {words.or}
  </p>
);

interface GoogleButtonProps {
  /** Undefined until the settings have loaded. */
  provider: Site['provider'] | undefined;
  busy: boolean;
  onPress: () => void;
}

/**
 * Shows 'Continue with Google' above a form, or below the form in browsers where Google refuses sign-ins. Without a
 * provider only the form is shown. The form stays mounted when the settings arrive, so that no typed text is lost.
 */
export function WithGoogle({ provider, busy, onPress, children }: GoogleButtonProps & { children: ReactNode }) {
  const isShown = provider?.kind !== 'none';
  const isUnder = isInOtherApp();
  const button = (
    <Button
      block
      busy={busy}
      busyLabel={words.signingIn}
      disabled={!provider}
      onClick={onPress}
      icon={<img src="/google.svg" alt="" width={20} height={20} className="max-xs:hidden" />}
    >
      {words.google}
    </Button>
  );
  return (
    <>
      {isShown && !isUnder && (
        <>
          {button}
          <Or />
        </>
      )}
      {children}
      {isShown && isUnder && (
        <>
          <Or />
          <BrowserHint kind="inOtherApp" />
          {button}
        </>
      )}
    </>
  );
}
