import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { useState } from 'react';
import { useInstall } from '../../app/install.ts';
import { useBrand } from '../../app/site.tsx';
import { offerDetails as words } from '../../words/words.ts';

const KEY = 'installDismissed';

const wasDismissed = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

/** Suggests installing, for people who have won something to come back for. Once dismissed it stays away. */
export function InstallPrompt() {
  const install = useInstall();
  const brand = useBrand();
  const [dismissed, setDismissed] = useState(wasDismissed);
  if (!install || dismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    try {
      localStorage.setItem(KEY, '1');
    } catch {
      // Storage is unavailable: it is dismissed until the page reloads.
    }
  };
  return (
    <Banner
      tone="info"
      title={words.installTitle({ brand })}
      onDismiss={dismiss}
      action={
        <Button small onClick={() => void install().catch(() => undefined)}>
          {words.install}
        </Button>
      }
    >
      {words.installHow}
    </Banner>
  );
}
