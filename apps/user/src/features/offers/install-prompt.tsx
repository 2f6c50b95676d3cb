import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { useInstall } from '../../app/install.ts';
import { useBrand } from '../../app/site.tsx';
import { offerDetails as words } from '../../words/words.ts';
import { useDismissal } from './use-dismissal.ts';

/** Suggests installing, for people who have won something to come back for. Once dismissed it stays away. */
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
