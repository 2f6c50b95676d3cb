import { type CeilingState, type SpendPeriod, setCeilingInput, spendPeriods } from '@inaam/contracts/spending/spending';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { type FormEvent, useId, useState } from 'react';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { useOfferOptions } from '../offers/parts/use-offer-options.ts';

const PERIODS: Record<SpendPeriod, string> = { hour: 'Per hour', day: 'Per day (IST)' };
/** The option for a ceiling over all offers. */
const ALL_OFFERS = '';
const labels = { offer_id: 'Offers', period: 'Period', rupees: 'Rupees' };

/** Sets, changes or removes a spending ceiling. @param ceiling undefined for a new ceiling */
export function CeilingDialog({ ceiling, onClose }: { ceiling: CeilingState | undefined; onClose: () => void }) {
  const form = useId();
  const [offer, setOffer] = useState(ceiling?.offer_id == null ? ALL_OFFERS : String(ceiling.offer_id));
  const [period, setPeriod] = useState<SpendPeriod>(ceiling?.period ?? 'day');
  const [typed, setTyped] = useState(ceiling ? String(ceiling.rupees) : '');
  const [problem, setProblem] = useState<string>();
  const [attempts, setAttempts] = useState(0);
  const values = { offer, period, typed };
  const [base] = useState({ values });
  const guard = useFormGuard<typeof values>({
    name: `ceiling-${ceiling ? `${ceiling.offer_id}-${ceiling.period}` : 'new'}`,
    base,
    values,
    restore: (draft) => {
      setOffer(draft.offer);
      setPeriod(draft.period);
      setTyped(draft.typed);
    },
    onClose,
  });
  const save = trpc.admin.spending.setCeiling.useMutation(useSuccessToast(() => guard.finish(), getMessage));
  const refused = getRefusedField(save.error, labels);
  const getProblem = (field: keyof typeof labels) => (refused?.field === field ? refused.message : undefined);
  const { options } = useOfferOptions(undefined);
  const set = (rupees: number | null) => {
    const input = { offer_id: offer === ALL_OFFERS ? null : Number(offer), period, rupees };
    setAttempts(attempts + 1);
    if (!setCeilingInput.safeParse(input).success) return setProblem('Please enter whole rupees, at least 1');
    save.mutate(input);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set(typed.trim() === '' ? Number.NaN : Number(typed));
  };
  return (
    <Dialog
      open
      onOpenChange={guard.close}
      closable={!save.isPending}
      title={ceiling ? 'Change the ceiling' : 'Add a ceiling'}
      description="When spins have cost this much, they pause until the hour or the day ends, or until an owner lifts the ceiling. An alert is sent at 80%."
      footer={
        <>
          {ceiling && (
            <Button className="mr-auto" disabled={save.isPending} onClick={() => set(null)}>
              Remove
            </Button>
          )}
          <Button onClick={guard.close} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save ceiling
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        {guard.restored}
        <FormProblems attempts={attempts} error={save.error} />
        {save.error && !refused && (
          <Banner tone="error" title="The ceiling was not saved" onDismiss={save.reset}>
            {getErrorText(save.error, 'Please try again.')}
          </Banner>
        )}
        {ceiling ? (
          <p className="font-semibold wrap-anywhere">
            {ceiling.offer_id === null ? 'All offers' : (ceiling.title ?? `Offer ${ceiling.offer_id}`)},{' '}
            {PERIODS[ceiling.period].replace('Per', 'per')}
          </p>
        ) : (
          <>
            <Select
              label={labels.offer_id}
              value={offer}
              error={getProblem('offer_id')}
              onChange={(event) => setOffer(event.target.value)}
            >
              <option value={ALL_OFFERS}>All offers</option>
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Select
              label={labels.period}
              value={period}
              error={getProblem('period')}
              onChange={(event) => setPeriod(event.target.value as SpendPeriod)}
            >
              {spendPeriods.map((each) => (
                <option key={each} value={each}>
                  {PERIODS[each]}
                </option>
              ))}
            </Select>
          </>
        )}
        <Field
          label="Rupees"
          hint="Spins cost the amounts won, or the expected cost of their odds if that is higher."
          inputMode="numeric"
          autoComplete="off"
          required
          value={typed}
          error={problem ?? getProblem('rupees')}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
            if (refused) save.reset();
          }}
        />
      </form>
      {guard.question}
    </Dialog>
  );
}
