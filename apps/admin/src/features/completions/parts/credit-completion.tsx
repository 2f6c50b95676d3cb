import { formatExactRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import { creditInput, type UserProfile } from '@inaam/contracts/identity/user-profile';
import { Field } from '@inaam/ui/field';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { getFieldError } from '../../../app/errors.ts';
import { trpc } from '../../../app/trpc.ts';
import { getRefusedField } from '../../../forms/field-problems.tsx';
import { ConfirmDialog, reasonField } from '../../../page/confirm-dialog.tsx';
import { Timestamp } from '../../../page/timestamp.tsx';

/** Parses a typed payout. The result is empty if no payout is typed. */
export function readPayout(typed: string): { rupees?: number } | { problem: string } {
  const text = typed.trim();
  if (text === '') return {};
  const parsed = creditInput.shape.payout_amount.safeParse(text);
  return parsed.success
    ? { rupees: toRupees(parsed.data ?? 0) }
    : { problem: getFieldError('Payout', parsed.error.issues[0]) ?? 'Payout is not valid' };
}

/** The dialog in which an admin credits a click by hand, because the network's postback did not arrive. */
export function CreditByHand({
  click,
  user: { user_id, name },
  onClose,
}: {
  click: Pick<UserProfile['waiting_clicks'][number], 'offer_id' | 'title' | 'created_at' | 'default_payout'>;
  user: { user_id: number; name: string };
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const credit = trpc.admin.users.credit.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
      return utils.admin.invalidate();
    },
  });
  const refused = getRefusedField(credit.error, { payout_amount: 'Payout' });
  const initial = { payout: String(click.default_payout) };
  const [typed, setTyped] = useState(initial.payout);
  const [problem, setProblem] = useState<string>();
  const payout = readPayout(typed);
  const ownAmount = formatExactRupees(click.default_payout);
  return (
    <ConfirmDialog
      title={`Credit “${click.title}” manually?`}
      consequence={`It counts as completed by ${name}, who can then spin the wheel. This cannot be undone.`}
      confirm="Credit"
      busy="Crediting..."
      failed="The completion was not credited"
      draft={`credit-${user_id}-${click.offer_id}`}
      note={reasonField('The proof, e.g. a screenshot by e-mail. Stored in the audit log.')}
      fields={{ values: { payout: typed }, initial, restore: (restored) => setTyped(restored['payout'] ?? '') }}
      isErrorAtField={refused !== undefined}
      validate={() => {
        setProblem('problem' in payout ? payout.problem : undefined);
        return !('problem' in payout);
      }}
      mutation={credit}
      onConfirm={(reason) => {
        if ('problem' in payout) return;
        credit.mutate({
          user_id,
          offer_id: click.offer_id,
          reason,
          ...(payout.rupees !== undefined && { payout_amount: payout.rupees }),
        });
      }}
      onClose={onClose}
    >
      <p className="rounded-control bg-sunken p-3">
        <span className="block font-semibold">{click.title}</span>
        <span className="block text-muted tabular-nums">
          Started <Timestamp at={click.created_at} />
        </span>
      </p>
      <Field
        label="Payout in rupees"
        hint={`Default: ${ownAmount}, the offer’s own amount. Enter the network’s payout if it differs.`}
        inputMode="decimal"
        value={typed}
        error={problem ?? refused?.message}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
          if (refused) credit.reset();
        }}
      />
    </ConfirmDialog>
  );
}
