import type { Site } from '@inaam/contracts/identity';
import { Button } from '@inaam/ui/button';

/** 'Continue with Google'; nothing where no provider is configured. */
export function GoogleButton({
  provider,
  busy,
  onPress,
}: {
  /** Undefined until the settings have come. */
  provider: Site['provider'] | undefined;
  busy: boolean;
  onPress: () => void;
}) {
  if (provider?.kind === 'none') return null;
  return (
    <>
      <Button block busy={busy} busyLabel="Signing in..." disabled={!provider} onClick={onPress} icon={<GoogleMark />}>
        Continue with Google
      </Button>
      <p className="my-4 flex items-center gap-3 text-sm text-muted before:grow before:border-t before:border-line after:grow after:border-t after:border-line">
        or
      </p>
    </>
  );
}

const GoogleMark = () => (
  <svg aria-hidden viewBox="0 0 24 24" className="size-5">
    <path
      fill="#4285f4"
      d="M23 12.3c0-.8-.1-1.5-.2-2.3H12v4.300h6.200a5.300 5.300 0 0 1-2.300 3.500v2.900h3.700c2.200-2 3.400-5 3.400-8.400z"
    />
    <path
      fill="#34a853"
      d="M12 23.500c3.100 0 5.700-1 7.600-2.800l-3.700-2.900c-1 .7-2.300 1.100-3.900 1.100-3 0-5.500-2-6.400-4.700H1.800v3A11.500 11.500 0 0 0 12 23.500z"
    />
    <path fill="#fbbc05" d="M5.600 14.200a6.900 6.900 0 0 1 0-4.400v-3H1.800a11.500 11.500 0 0 0 0 10.400z" />
    <path
      fill="#ea4335"
      d="M12 5.100c1.700 0 3.200.6 4.400 1.700l3.300-3.300A11.500 11.500 0 0 0 1.800 6.800l3.800 3C6.500 7.100 9 5.100 12 5.100z"
    />
  </svg>
);
