import type { UserProfile } from '@inaam/contracts/identity/user-profile';
import { Button } from '@inaam/ui/button';
import { useState } from 'react';
import { Nothing, Part } from '../../page/section.tsx';
import { Shortened } from '../../page/show-more.tsx';
import { Moment } from '../../page/timestamp.tsx';
import { CreditByHand } from '../../shared/completions/credit-completion.tsx';

type Click = UserProfile['waiting_clicks'][number];

/** Offers that were started and not reported yet, and the way to count one without the network's word. */
export function WaitingClicks({ clicks, user }: { clicks: readonly Click[]; user: { user_id: number; name: string } }) {
  const [credited, setCredited] = useState<Click>();
  return (
    <Part title="Clicks still waiting" note={clicks.length > 0 && clicks.length.toLocaleString('en-IN')}>
      {clicks.length === 0 ? (
        <Nothing>No click waits for its completion.</Nothing>
      ) : (
        <Shortened items={clicks} what="clicks">
          {(shown) => (
            <ul className="grid">
              {shown.map((click) => (
                <li
                  key={click.click_id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0 grow basis-56">
                    <span className="block font-semibold wrap-anywhere">{click.title}</span>
                    <span className="block text-sm text-muted tabular-nums">
                      Started <Moment at={click.created_at} />
                      {click.ip && ` from ${click.ip}`}
                    </span>
                    <span className="block font-mono text-xs wrap-anywhere text-muted">{click.click_id}</span>
                  </div>
                  <Button small onClick={() => setCredited(click)}>
                    Credit by hand<span className="sr-only"> {click.title}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Shortened>
      )}
      {credited && <CreditByHand click={credited} user={user} onClose={() => setCredited(undefined)} />}
    </Part>
  );
}
