import { userPaths } from '@inaam/contracts/common/paths';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { trpc } from '../../app/data.tsx';
import { Placed, type PlacedProps } from '../../app/first-notices.tsx';
import { useMinimumAge } from '../../app/site.tsx';
import { formatDate } from '../../words/dates.ts';
import { language, setLanguageAndLoad, account as words } from '../../words/words.ts';
import { VerifyForm } from './parts/verify-form.tsx';
import { useHasVerifyBar, VERIFY_BAR, VerifyPlace } from './verify-place.tsx';

/** A slim line, because verification is needed only to spin. Its form opens in place. */
function VerifyBar({ email, onVerified }: { email: string; onVerified: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label={words.verifyToSpin} className={VERIFY_BAR}>
      <div className="flex items-center gap-2">
        <MailCheck aria-hidden className="size-4.5 shrink-0 text-accent max-xs:hidden" />
        <p className="min-w-0 grow font-semibold">{words.verifyToSpin}</p>
        <Button
          variant="quiet"
          className="min-h-11! shrink-0 px-3! text-accent!"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words.enterCode}
        </Button>
      </div>
      {isOpen && (
        <div className="pr-3 pb-3">
          <VerifyForm email={email} onVerified={onVerified} />
        </div>
      )}
    </section>
  );
}

/** Account messages on every screen: pending verification, pending deletion, and changed legal texts. */
export function AccountNotice({ onPlaced }: PlacedProps) {
  const hasVerifyBar = useHasVerifyBar();
  const utils = trpc.useUtils();
  const minimumAge = useMinimumAge();
  const { data, isError } = trpc.user.account.overview.useQuery(undefined, { staleTime: 60_000 });
  const refresh = () => void utils.user.account.overview.invalidate();
  const keep = trpc.user.account.keepAccount.useMutation({ onSuccess: refresh });
  const accept = trpc.user.account.acceptTexts.useMutation({ onSuccess: refresh });
  const { mutate: choose } = trpc.user.account.chooseLanguage.useMutation();
  const [isVerified, setVerified] = useState(false);
  const chosen = data?.language;
  useEffect(() => {
    // At the first visit the account gets the browser's language, so that mails use it. On another device the browser
    // gets the account's language.
    if (chosen === null) choose({ language: language() });
    else if (chosen) void setLanguageAndLoad(chosen).catch(() => undefined);
  }, [chosen, choose]);
  if (!data) {
    return (
      <>
        <VerifyPlace />
        {isError && <Placed onPlaced={onPlaced} />}
      </>
    );
  }
  return (
    <>
      <Placed onPlaced={onPlaced} />
      {data.deletion_due_at !== null && (
        <Banner
          tone="error"
          title={words.deletedOn({ date: formatDate(data.deletion_due_at) })}
          className="mb-4"
          action={
            <Button small busy={keep.isPending} onClick={() => keep.mutate()}>
              {words.keep}
            </Button>
          }
        />
      )}
      {data.must_verify && data.mail && hasVerifyBar && (
        <VerifyBar email={data.email} onVerified={() => setVerified(true)} />
      )}
      {isVerified && !data.must_verify && (
        <Banner tone="success" title={words.verifiedNow} onDismiss={() => setVerified(false)} className="mb-4" />
      )}
      {data.changed_texts.length > 0 && (
        <Banner
          tone="info"
          title={words.changedTexts}
          className="mb-4"
          action={
            <>
              {data.changed_texts.map(
                (changed) =>
                  changed !== 'age' && (
                    <Link
                      key={changed}
                      to={userPaths[changed]}
                      className="link inline-flex min-h-11 items-center text-sm sm:min-h-small"
                    >
                      {changed === 'terms' ? words.readTerms : words.readPrivacy}
                    </Link>
                  ),
              )}
              <Button small variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
                {words.agree}
              </Button>
            </>
          }
        >
          {data.changed_texts.includes('age') && words.ageRaised({ age: minimumAge })}
        </Banner>
      )}
    </>
  );
}
