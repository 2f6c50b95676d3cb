import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { useInstall } from '../../app/install.ts';
import { useBrand } from '../../app/site.tsx';
import { offerDetails as words } from '../../words/words.ts';
import { useDismissal } from './use-dismissal.ts';

/** Suggests to people with a win that they install the app. A dismissed suggestion does not appear again. */
export function InstallPrompt() {
  const install = useInstall();
  const brand = useBrand();
  const [dismissed, dismiss] = useDismissal('installDismissed');
  if (!install || dismissed) return null;
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
