import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { useState } from 'react';
import { getErrorMessage } from '../../app/errors.ts';
import { usePush } from '../../app/use-push.ts';
import { messages as words } from '../../words/words.ts';

const KEY = 'tellMeDismissed';

const wasDismissed = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
};

/**
 * Suggests push to people who wait for a confirmation, when its use is clear. The browser's prompt opens only on a
 * press. Once dismissed it stays away.
 */
export function PushPrompt() {
  const { state, ability, busy, failure, turnOn } = usePush();
  const [dismissed, setDismissed] = useState(wasDismissed);
  if (dismissed || !state || state.subscribed || ability !== 'possible') return null;
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
