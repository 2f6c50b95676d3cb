import { userPaths } from '@inaam/contracts/common/paths';
import { Link } from '@tanstack/react-router';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect } from 'react';
import { trpc } from '../../app/data.tsx';
import { closeNotifications, findSubscription, onPush } from '../../app/push.ts';
import { messages as words } from '../../words/words.ts';

const ASK_EVERY_MS = 60_000;
const MOST_SHOWN = 9;

/** The link to notifications, with the count of new ones. */
export function Bell() {
  const utils = trpc.useUtils();
  const { data } = trpc.user.messages.bell.useQuery(undefined, {
    staleTime: 10_000,
    refetchInterval: ASK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
  useEffect(
    () =>
      onPush(() => {
        void utils.user.messages.bell.invalidate();
        void utils.user.offers.list.invalidate();
      }),
    [utils],
  );
  useKeptSubscription();
  const unread = data?.unread ?? 0;
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isKnown) showUnread(unread);
  }, [isKnown, unread]);
  useEffect(() => () => showUnread(0), []);
  const label = unread === 0 ? words.title : `${words.title}, ${words.unread({ count: unread })}`;
  return (
    <Link
      to={userPaths.notifications}
      aria-label={label}
      className="relative grid size-control shrink-0 place-items-center rounded-control text-muted hover:text-text aria-[current=page]:text-accent"
    >
      <BellIcon aria-hidden className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-1 right-0.5 grid h-5 min-w-5 animate-appear place-items-center rounded-full bg-accent px-1 text-xs font-semibold text-accent-text tabular-nums"
        >
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
}

/** Shows the count on the icon of the installed app. At 0 also closes the app's notifications on this device. */
function showUnread(count: number): void {
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
  if (count === 0) closeNotifications().catch(() => undefined);
}

/**
 * Registers the browser's existing push subscription for this session. At the server a subscription ends with its
 * session.
 */
function useKeptSubscription() {
  const utils = trpc.useUtils();
  const { mutateAsync: subscribe } = trpc.user.messages.subscribe.useMutation();
  useEffect(() => {
    void (async () => {
      const subscription = await findSubscription();
      if (!subscription) return;
      const { public_key, subscribed } = await utils.user.messages.push.fetch();
      if (!public_key || subscribed) return;
      await subscribe(subscription);
      await utils.user.messages.push.invalidate();
    })().catch(() => undefined);
  }, [utils, subscribe]);
}
