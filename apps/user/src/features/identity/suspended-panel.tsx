import { Button, buttonClass } from '@inaam/ui/button';
import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { getRefusal } from '../../app/errors.ts';
import { guests as words } from '../../words/words.ts';

/** Replaces the form when the account is suspended. */
export function SuspendedPanel({
  error,
  supportEmail,
  onReset,
}: {
  /** The refusal, which contains the reference for support. */
  error: unknown;
  supportEmail: string | undefined;
  onReset: () => void;
}) {
  const reference = getRefusal(error)?.reference;
  const subject = encodeURIComponent(reference ? `Suspended account ${reference}` : 'Suspended account');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} role="alert" tabIndex={-1} className="text-center outline-none">
      <span className="mx-auto grid size-14 place-items-center rounded-full bg-bad-soft text-bad">
        <ShieldAlert aria-hidden className="size-7" />
      </span>
      <h2 className="mt-4 text-lg">{words.suspended}</h2>
      <p className="mt-1 text-muted">{words.suspendedHow}</p>
      {reference && (
        <p className="mt-3 text-sm">
          <span className="text-muted">{words.reference} </span>
          <span className="font-mono font-semibold">{reference}</span>
        </p>
      )}
      <div className="mt-5 grid gap-2">
        {supportEmail && (
          <a
            href={`mailto:${supportEmail}?subject=${subject}`}
            className={buttonClass({ variant: 'primary', block: true })}
          >
            {words.contact}
          </a>
        )}
        <Button block onClick={onReset}>
          {words.tryOther}
        </Button>
      </div>
    </div>
  );
}
