import { AlertDialog } from '@inaam/ui/alert-dialog';
import { useBlocker } from '@tanstack/react-router';

/** Asks before typed settings are left behind, by another tab, another page, or the window's close. */
export function LeaveGuard({ changed }: { changed: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => changed,
    enableBeforeUnload: changed,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <AlertDialog
      open
      onOpenChange={reset}
      danger
      title="Leave without saving?"
      description="What was changed in the settings is lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={proceed}
    />
  );
}
