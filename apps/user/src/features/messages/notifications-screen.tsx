import type { Bell, MessageKind } from '@inaam/contracts/messages/messages';
import { cx } from '@inaam/ui/cx';
import { EmptyState } from '@inaam/ui/empty-state';
import { Loading, Skeleton } from '@inaam/ui/skeleton';
import { TabPanel, Tabs } from '@inaam/ui/tabs';
import { useRouter } from '@tanstack/react-router';
import {
  CircleHelp,
  Clock,
  Dices,
  Fingerprint,
  KeyRound,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  Ticket,
  UserRoundX,
} from 'lucide-react';
import { useEffect } from 'react';
import { trpc } from '../../app/data.tsx';
import { Drawing } from '../../app/drawing.tsx';
import { getErrorMessage } from '../../app/errors.ts';
import { LoadFailed } from '../../app/load-failed.tsx';
import type { NotificationsTab } from '../../app/search.ts';
import { formatDateTime, formatTimeSince } from '../../words/dates.ts';
import { messages as words } from '../../words/words.ts';
import { NotificationPreferences } from './notification-preferences.tsx';

/** The polling interval of the open list. The bell polls less often. */
const ASK_EVERY_MS = 10_000;

/** The latest notifications, and their settings. */
export function NotificationsScreen({ tab, onTab }: { tab: NotificationsTab; onTab: (tab: NotificationsTab) => void }) {
  return (
    <div className="max-w-2xl">
      <h1 className="text-xl sm:text-2xl">{words.title}</h1>
      <Tabs
        label={words.title}
        value={tab}
        onChange={onTab}
        className="mt-2"
        tabs={[
          { id: 'messages', label: words.messages },
          { id: 'choices', label: words.choices },
        ]}
      >
        <TabPanel id="messages">
          <Messages />
        </TabPanel>
        <TabPanel id="choices">
          <NotificationPreferences />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function Messages() {
  const utils = trpc.useUtils();
  const query = trpc.user.messages.bell.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  const { data, error } = query;
  const { mutate: read } = trpc.user.messages.read.useMutation({
    // Changes only the count, so new messages stay marked while they are shown.
    onSuccess: () => utils.user.messages.bell.setData(undefined, (old) => old && { ...old, unread: 0 }),
  });
  const newest = data?.notifications[0]?.notification_id;
  const unread = data?.unread ?? 0;
  useEffect(() => {
    if (newest !== undefined && unread > 0) read({ up_to: newest });
  }, [newest, unread, read]);
  if (!data) {
    return error ? (
      <LoadFailed title={words.failedTitle} query={query}>
        {getErrorMessage(error, words.failedHint)}
      </LoadFailed>
    ) : (
      <Loading label={words.loading} className="grid gap-2">
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-20 rounded-card" />
        ))}
      </Loading>
    );
  }
  if (data.notifications.length === 0) {
    return (
      <EmptyState kind="first-use" title={words.noneTitle} drawing={<Drawing name="messages" />}>
        {words.noneHint}
      </EmptyState>
    );
  }
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {data.notifications.map((message) => (
        <Message key={message.notification_id} message={message} />
      ))}
    </ul>
  );
}

const icons: Partial<Record<MessageKind, LucideIcon>> = {
  spin_ready: Dices,
  owed_win_filled: Ticket,
  voucher_expiring: Clock,
  case_answered: CircleHelp,
  email_changed: Mail,
  password_changed: KeyRound,
  passkey_added: Fingerprint,
  passkeys_removed: Fingerprint,
  new_device: MonitorSmartphone,
  deletion_due: UserRoundX,
};

/** Whether a message is about a reward: rewards are shown in gold, account messages are not. */
const isReward = (kind: MessageKind): boolean =>
  kind === 'spin_ready' || kind === 'owed_win_filled' || kind === 'voucher_expiring';

function Message({ message: { kind, title, text, path, at, read } }: { message: Bell['notifications'][number] }) {
  const router = useRouter();
  const Icon = icons[kind] ?? ShieldCheck;
  const time = formatTimeSince(at, new Date());
  return (
    <li className="border-line not-last:border-b">
      <a
        href={path}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          router.history.push(path);
        }}
        className={cx(
          'flex gap-3 p-4 max-xs:flex-col -outline-offset-2! hover:bg-sunken',
          !read && 'bg-accent-soft/50',
        )}
      >
        <span
          className={cx(
            'grid size-10 shrink-0 place-items-center rounded-full',
            isReward(kind) ? 'bg-prize text-prize-text' : 'bg-sunken text-muted',
          )}
        >
          <Icon aria-hidden className="size-5" />
        </span>
        <span className="min-w-0 grow wrap-anywhere">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className={cx('min-w-0 grow basis-28', !read && 'font-semibold')}>
              {!read && <span className="sr-only">{words.isNew} </span>}
              {title}
            </span>
            <time dateTime={at} title={formatDateTime(at)} className="shrink-0 text-xs text-muted">
              {time.kind === 'now' ? words.justNow : time.text}
            </time>
          </span>
          <span className="block text-sm text-muted">{text}</span>
        </span>
      </a>
    </li>
  );
}
