import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loadWords, notices, app as words } from '../words/words.ts';
import { watchForNewVersion } from './new-version.ts';
import { useOnline } from './online.ts';

/** Messages of the whole app: no connection, and a waiting new version. Loaded after the first screen. */
export function Notices() {
  const online = useOnline();
  const [takeOver, setTakeOver] = useState<() => void>();
  const [updating, setUpdating] = useState(false);
  useEffect(() => watchForNewVersion((take) => void loadWords('inside').then(() => setTakeOver(() => take))), []);
  return (
    <>
      {/* A live region must exist before its text. */}
      <div role="status">
        {!online && (
          // Hidden while the screen for this state (check-failed.tsx) is shown, because that screen has its own
          // message.
          <p className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-30 flex animate-appear items-center justify-center gap-2 bg-text px-4 py-1.5 text-sm text-background sm:bottom-0 [body:has([data-offline-page])_&]:hidden">
            <WifiOff aria-hidden className="size-4 shrink-0" />
            <span>
              <strong className="font-semibold">{words.offlineTitle}</strong>. {words.offlineNotice}
            </span>
          </p>
        )}
      </div>
      {takeOver && (
        <div className="fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 sm:right-4 sm:bottom-4 sm:left-auto sm:w-96">
          <Banner
            tone="info"
            title={notices.newVersion}
            onDismiss={() => setTakeOver(undefined)}
            className="bg-raised! shadow-raised"
            action={
              <Button
                small
                variant="primary"
                busy={updating}
                busyLabel={notices.updating}
                onClick={() => {
                  setUpdating(true);
                  takeOver();
                }}
              >
                {notices.updateNow}
              </Button>
            }
          >
            {notices.updateHow}
          </Banner>
        </div>
      )}
    </>
  );
}
