import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { getErrorMessage } from '../../app/errors.ts';
import { usePush } from '../../app/use-push.ts';
import { messages as words } from '../../words/words.ts';
import { useDismissal } from './use-dismissal.ts';

/**
 * Suggests push to people who wait for a confirmation, because they understand then what push is for. The browser's
 * prompt opens only on a press. A dismissed suggestion does not appear again.
 */
export function PushPrompt() {
  const { state, ability, busy, failure, turnOn } = usePush();
  const [dismissed, dismiss] = useDismissal('tellMeDismissed');
  if (dismissed || !state || state.subscribed || ability !== 'possible') return null;
  return (
    <Banner
      tone="info"
      title={words.tellMeTitle}
      onDismiss={dismiss}
      action={
        <Button small variant="primary" busy={busy} busyLabel={words.oneMoment} onClick={turnOn}>
          {words.tellMe}
        </Button>
      }
    >
      {failure === undefined ? words.tellMeHow : getErrorMessage(failure, words.pushFailed)}
    </Banner>
  );
}
