import { useEffect, useRef } from 'react';
import { trpc } from '../../app/data.tsx';
import { account as words } from '../../words/words.ts';
import { VerifyForm } from '../account/parts/verify-form.tsx';

/** Asks in the sheet of the wheel for the code from the verification mail. After a correct code the spin continues. */
export function VerifyToSpin({ onVerified }: { onVerified: () => void }) {
  const { data } = trpc.user.account.overview.useQuery(undefined, { staleTime: 60_000 });
  const form = useRef<HTMLElement>(null);
  // The form appears at the end of the sheet, which may be out of sight.
  useEffect(() => form.current?.scrollIntoView?.({ block: 'end' }), [data]);
  if (!data?.mail) return null;
  return (
    <section ref={form} aria-label={words.verifyToSpin} className="text-sm">
      <VerifyForm email={data.email} onVerified={onVerified} />
    </section>
  );
}
