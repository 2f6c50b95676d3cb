import { formatRupees } from '@inaam/contracts/common/format';
import { userPaths } from '@inaam/contracts/common/paths';
import type { VoucherNotices as Notices } from '@inaam/contracts/identity/user-profile';
import { Button } from '@inaam/ui/button';
import { Card } from '@inaam/ui/card';
import { CopyButton } from '@inaam/ui/copy-button';
import { cx } from '@inaam/ui/cx';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Clock } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../app/data.tsx';
import { getErrorMessage } from '../../../app/errors.ts';
import { Placed, type PlacedProps } from '../../../app/first-notices.tsx';
import { formatDate } from '../../../words/dates.ts';
import { vouchers as words } from '../../../words/words.ts';
import { getExpiry } from './expiry.ts';
import { voucherName } from './voucher-actions.tsx';

type Notice = Notices['notices'][number];

const kinds = {
  resent: { title: 'resentTitle', text: 'resentHow' },
  replaced: { title: 'replacedTitle', text: 'replacedHow' },
} as const;

const useNotices = () => trpc.user.vouchers.notices.useQuery(undefined, { refetchOnWindowFocus: 'always' });

/**
 * Notices about support's actions on this person's vouchers, which stay until the person dismisses them, and a notice
 * about a voucher that expires soon. Renders nothing without notices, or if they fail to load.
 */
export function VoucherNotices() {
  const { data } = useNotices();
  return data && <NoticeList {...data} />;
}

/**
 * The notices above the offers. Only notices of the first answer are shown, because later notices would move the
 * offers. Later notices wait until the screen opens again or the person presses Refresh.
 */
export function FirstVoucherNotices({ onPlaced }: PlacedProps) {
  const { data, isPending } = useNotices();
  const [first, setFirst] = useState(data);
  if (!first && data) setFirst(data);
  const isFirst = ({ voucher_id }: { voucher_id: number }) =>
    !!first && [...first.notices, ...first.ending].some((each) => each.voucher_id === voucher_id);
  return (
    <>
      {data && <NoticeList notices={data.notices.filter(isFirst)} ending={data.ending.filter(isFirst)} />}
      {!isPending && <Placed onPlaced={onPlaced} />}
    </>
  );
}

/** Loads notices without showing them. */
export function LaterVoucherNotices() {
  useNotices();
  return null;
}

function NoticeList({ notices, ending: [ending] }: Notices) {
  // After a release, an open tab is older than the server and has no words for new kinds. The next version shows them.
  const known = notices.filter(({ notice }) => Object.hasOwn(kinds, notice));
  if (known.length === 0 && !ending) return null;
  return (
    <>
      {ending && (
        <Link
          to={userPaths.vouchers}
          className="flex min-h-11 items-center gap-2 rounded-control bg-warn-soft px-3 text-sm font-semibold text-warn"
        >
          <Clock aria-hidden className="size-4.5 shrink-0" />
          <span className="min-w-0 grow">
            {words.endsSoon({
              voucher: voucherName({ brand: ending.voucher_brand, amount: ending.voucher_amount }),
              when: getExpiry(ending.expiry_date, new Date()).remaining,
            })}
          </span>
          <ChevronRight aria-hidden className="size-4.5 shrink-0" />
        </Link>
      )}
      {known.length > 0 && (
        <ul aria-label={words.news} className="grid grid-cols-1 gap-4">
          {known.map((notice) => (
            <li key={notice.voucher_id} className="grid grid-cols-1">
              <VoucherNotice notice={notice} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function VoucherNotice({ notice }: { notice: Notice }) {
  const utils = trpc.useUtils();
  const dismiss = trpc.user.vouchers.dismissNotice.useMutation({
    onSuccess: () => utils.user.vouchers.notices.invalidate(),
  });
  const title = words[kinds[notice.notice].title];
  const text = words[kinds[notice.notice].text];
  const { voucher_id, voucher_brand, voucher_amount, voucher_code, voucher_pin, expiry_date } = notice;
  return (
    <Card className="grid animate-appear grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-6">
      <div className="min-w-0">
        <h2 className="text-base">{title}</h2>
        <p className="text-sm text-muted">
          {text} {words.noticeFrom({ title: notice.title })}
        </p>
        <p className="mt-3 text-sm font-semibold">
          {voucher_brand} · {formatRupees(voucher_amount)}
        </p>
        <p className="code text-lg font-semibold select-all">{voucher_code}</p>
        {voucher_pin && (
          <p className="flex items-baseline gap-2">
            <span className="text-sm text-muted">{words.pin}</span>
            <span className="code text-lg font-semibold select-all">{voucher_pin}</span>
          </p>
        )}
        <p className="text-sm text-muted">{words.validUntil({ date: formatDate(expiry_date) })}</p>
        {dismiss.error && (
          <p role="alert" className="mt-2 text-sm text-bad">
            {getErrorMessage(dismiss.error, words.dismissFailed)}
          </p>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 sm:grid-cols-1">
        <CopyButton
          value={voucher_code}
          label={words.copyCode}
          small={false}
          block
          className={cx(voucher_pin && 'max-sm:col-span-full')}
        />
        {voucher_pin && <CopyButton value={voucher_pin} label={words.copyPin} small={false} block />}
        <Button block variant="quiet" busy={dismiss.isPending} onClick={() => dismiss.mutate({ voucher_id })}>
          {words.dismiss}
          <span className="sr-only"> “{title}”</span>
        </Button>
      </div>
    </Card>
  );
}
