import { type CeilingState, type SpendPeriod, setCeilingInput, spendPeriods } from '@inaam/contracts/spending/spending';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { type FormEvent, useId, useState } from 'react';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { getMessage, useSuccessToast } from '../../page/confirm-dialog.tsx';
import { useOfferOptions } from '../offers/parts/use-offer-options.ts';

const PERIODS: Record<SpendPeriod, string> = { hour: 'An hour', day: 'A day in India' };
/** The choice of all offers instead of one. */
const ALL_OFFERS = '';

/** Sets, changes or removes a ceiling. @param ceiling undefined: a new one */
export function CeilingDialog({ ceiling, onClose }: { ceiling: CeilingState | undefined; onClose: () => void }) {
  const form = useId();
  const save = trpc.admin.spending.setCeiling.useMutation(useSuccessToast(onClose, getMessage));
  const [offer, setOffer] = useState(ceiling?.offer_id == null ? ALL_OFFERS : String(ceiling.offer_id));
  const [period, setPeriod] = useState<SpendPeriod>(ceiling?.period ?? 'day');
  const [typed, setTyped] = useState(ceiling ? String(ceiling.rupees) : '');
  const [problem, setProblem] = useState<string>();
  const { options } = useOfferOptions(undefined);
  const set = (rupees: number | null) => {
    const input = { offer_id: offer === ALL_OFFERS ? null : Number(offer), period, rupees };
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
      onOpenChange={onClose}
      title={ceiling ? 'Change the ceiling' : 'Add a ceiling'}
      description="When spins have cost this much they pause until the hour or the day ends, or an owner lifts it. At 80 % an alert warns."
      footer={
        <>
          {ceiling && (
            <Button className="mr-auto" disabled={save.isPending} onClick={() => set(null)}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending} busyLabel="Saving...">
            Save ceiling
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        {save.error && (
          <Banner tone="error" title="The ceiling was not saved" onDismiss={save.reset}>
            {getErrorText(save.error, 'Please try again.')}
          </Banner>
        )}
        {ceiling ? (
          <p className="font-semibold wrap-anywhere">
            {ceiling.offer_id === null ? 'All offers' : (ceiling.title ?? `Offer ${ceiling.offer_id}`)},{' '}
            {PERIODS[ceiling.period].toLowerCase().replace('india', 'India')}
          </p>
        ) : (
          <>
            <Select label="For" value={offer} onChange={(event) => setOffer(event.target.value)}>
              <option value={ALL_OFFERS}>All offers</option>
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Select label="In" value={period} onChange={(event) => setPeriod(event.target.value as SpendPeriod)}>
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
          hint="The greater of what is won and what the odds cost on average."
          inputMode="numeric"
          autoComplete="off"
          required
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
