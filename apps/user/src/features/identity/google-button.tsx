import type { Site } from '@inaam/contracts/identity/sign-in';
import { Button } from '@inaam/ui/button';
import { identity as words } from '../../words/words.ts';

/** 'Continue with Google'; nothing without a provider. */
export function GoogleButton({
  provider,
  busy,
  onPress,
}: {
  /** Undefined until the settings have loaded. */
  provider: Site['provider'] | undefined;
  busy: boolean;
  onPress: () => void;
}) {
  if (provider?.kind === 'none') return null;
  return (
    <>
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
      <p className="my-4 flex items-center gap-3 text-sm text-muted before:grow before:border-t before:border-line after:grow after:border-t after:border-line">
        {words.or}
      </p>
    </>
  );
}
