import { Button } from '@inaam/ui/button';
import { useAdminAuth } from '../../app/auth.tsx';
import { trpc } from '../../app/trpc.ts';
import { SecondFactor } from './second-factor.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Shown in place of every page until the admin has set up a required second factor. */
export function SetUpFactorScreen() {
  const { onSignedOut } = useAdminAuth();
  const utils = trpc.useUtils();
  const logout = trpc.admin.identity.logout.useMutation({ onSettled: onSignedOut });
  return (
    <SignInFrame
      title="Set up your second factor"
      lead="A password alone is not enough for this back-office. A passkey is the easiest and safest second factor."
    >
      <SecondFactor onDone={() => void utils.admin.invalidate()} />
      <Button
        variant="quiet"
        small
        className="justify-self-start"
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Sign out
      </Button>
    </SignInFrame>
  );
}
