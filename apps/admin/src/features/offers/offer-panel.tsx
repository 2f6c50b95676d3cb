import { zodResolver } from '@hookform/resolvers/zod';
import { parseTypedNumber } from '@inaam/contracts/common/money';
import type { StockForecast } from '@inaam/contracts/insights/dashboard-series';
import { oddsOrDefault } from '@inaam/contracts/offers/odds';
import type { AdminOffer } from '@inaam/contracts/offers/offers';
import { AlertDialog } from '@inaam/ui/alert-dialog';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { toast } from '@inaam/ui/toaster';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorText } from '../../app/errors.ts';
import { useCloseOnPendingApproval } from '../../app/pending-approval.ts';
import { trpc } from '../../app/trpc.ts';
import { ConflictDialog, describeValue, isVersionConflict } from '../../forms/conflict.tsx';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { type Base, useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { GoalsEditor } from './goals-editor.tsx';
import { OddsEditor } from './odds-editor.tsx';
import { askAboutRisk, changesTerms, describeRisk, findOddsRisk, type OddsRisk } from './odds-risk.ts';
import { OfferFields } from './offer-fields.tsx';
import { duplicateValues, type OfferValues, offerForm, offerInput, offerLabels, offerValues } from './offer-form.ts';
import { QuotasEditor } from './quotas-editor.tsx';
import { parseTypedOdds } from './typed-odds.ts';

/** Creates or edits an offer. A draft keeps unsaved values. */
export function OfferPanel({
  offer: source,
  isCopy = false,
  networkId = '',
  onClose,
}: {
  offer: AdminOffer | undefined;
  /** The network that is preselected for a new offer. */
  networkId?: string;
  onClose: () => void;
  /** Creates a copy of the offer. */
  isCopy?: boolean;
}) {
  const offer = isCopy ? undefined : source;
  const id = useId();
  const utils = trpc.useUtils();
  const [base, setBase] = useState<Base<OfferValues>>(() => ({
    values:
      isCopy && source
        ? duplicateValues(source)
        : { ...offerValues(offer), ...(networkId && { network_id: networkId }) },
    version: offer?.version,
  }));
  const { control, register, handleSubmit, setFocus, setValue, setError, reset, formState } = useForm<OfferValues>({
    resolver: zodResolver(offerForm, undefined, { raw: true }) as never,
    defaultValues: base.values,
  });
  const typed = useWatch({ control }) as OfferValues;
  const restore = (values: OfferValues, from: Base<OfferValues>) => {
    reset(values, { keepDefaultValues: true });
    setBase(from);
  };
  const guard = useFormGuard({
    name: `offer-${isCopy ? 'copy-' : ''}${source?.offer_id ?? 'new'}${networkId && `-for-${networkId}`}`,
    base,
    values: typed,
    restore,
    onClose,
  });
  const onSuccess = ({ message }: { message: string }) => {
    toast.success(message);
    guard.finish();
    return utils.admin.invalidate();
  };
  const create = trpc.admin.offers.create.useMutation({ onSuccess });
  const update = trpc.admin.offers.update.useMutation({ onSuccess });
  const saveMutation = offer ? update : create;
  useCloseOnPendingApproval(saveMutation.error, () => guard.finish());

  const markRefused = {
    onError: (error: unknown) => {
      const refused = getRefusedField(error, offerLabels);
      if (refused) setError(refused.field, { message: refused.message }, { shouldFocus: true });
    },
  };
  /** A save that deactivates the offer and waits for confirmation. */
  const [deactivation, setDeactivation] = useState<Parameters<typeof update.mutate>[0]>();
  /** A save that waits for confirmation, because its odds lose money or lack stock. */
  const [riskySave, setRiskySave] = useState<{ risk: OddsRisk; save: () => void }>();
  const { data: forecast } = trpc.admin.vouchers.forecast.useQuery(undefined, { staleTime: 60_000 });
  const { tooHigh } = parseTypedOdds(typed.rewards);
  const submitValues = (values: OfferValues, version: number | undefined) => {
    const input = offerInput(values);
    const change = offer && { ...input, offer_id: offer.offer_id, version };
    if (base.values.is_active && change && !input.is_active) return setDeactivation(change);
    const save = () => (change ? update.mutate(change, markRefused) : create.mutate(input, markRefused));
    const risk = input.is_active ? findRisk(values, offer, forecast?.stock) : undefined;
    if (risk) setRiskySave({ risk, save });
    else save();
  };
  const submit = handleSubmit((values) => submitValues(values, base.version));

  return (
    <Dialog
      open
      onOpenChange={guard.close}
      closable={!saveMutation.isPending}
      place="side"
      wide
      title={offer ? 'Edit offer' : 'Create offer'}
      {...(isCopy && source && { description: `A copy of ${source.title}` })}
      {...(offer && { description: offer.title })}
      footer={
        <>
          {/* The reason why the button is disabled is next to the button, so it is visible while the form scrolls. */}
          <div role="alert" className="mr-auto self-center">
            {tooHigh && (
              <p className="flex gap-1 text-sm text-bad">
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                Total win probability must be less than 100%
              </p>
            )}
          </div>
          <Button onClick={guard.close} disabled={saveMutation.isPending}>
            Cancel
          </Button>
          <Button
            form={id}
            type="submit"
            variant="primary"
            disabled={tooHigh}
            busy={saveMutation.isPending}
            busyLabel="Saving..."
          >
            {offer ? 'Save changes' : 'Create Offer'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid gap-6" onSubmit={(event) => void submit(event)}>
        {guard.restored}
        <FormProblems attempts={formState.submitCount} error={saveMutation.error} />
        {saveMutation.error &&
          !isVersionConflict(saveMutation.error) &&
          !getRefusedField(saveMutation.error, offerLabels) && (
            <Banner tone="error" title="The offer was not saved" onDismiss={saveMutation.reset}>
              {getErrorText(saveMutation.error, 'Operation failed')}
            </Banner>
          )}
        <OfferFields control={control} register={register} setFocus={setFocus} offer={source} />
        <GoalsEditor control={control} setValue={setValue} />
        <QuotasEditor control={control} />
        <OddsEditor
          control={control}
          averagePayout={offer && offer.total_completions > 0 ? offer.avg_payout : undefined}
        />
      </form>
      {riskySave && (
        <AlertDialog
          open
          {...askAboutRisk(riskySave.risk)}
          description={describeRisk(riskySave.risk).join(' ')}
          onConfirm={() => {
            setRiskySave(undefined);
            riskySave.save();
          }}
          onOpenChange={() => setRiskySave(undefined)}
        />
      )}
      {deactivation && (
        <AlertDialog
          open
          danger
          title={`Deactivate “${offer?.title}”?`}
          description="The changes are saved, and users can no longer start it. You can activate it again at any time."
          confirmLabel="Deactivate"
          onConfirm={() => {
            setDeactivation(undefined);
            update.mutate(deactivation, markRefused);
          }}
          onOpenChange={() => setDeactivation(undefined)}
        />
      )}
      {offer && (
        <ConflictDialog
          error={update.error}
          base={base}
          values={typed}
          labels={offerLabels}
          describe={describeField}
          load={async () => {
            const { offer: latestOffer } = await utils.client.admin.offers.detail.query({ offer_id: offer.offer_id });
            return { values: offerValues(latestOffer), version: latestOffer.version };
          }}
          onSave={(values, latest) => {
            restore(values, latest);
            update.reset();
            submitValues(values, latest.version);
          }}
          onClose={update.reset}
        />
      )}
      {guard.question}
    </Dialog>
  );
}

/**
 * The risk of the terms to save; undefined if they have no risk, or if the offer is active already and the change makes
 * its terms no riskier.
 */
function findRisk(
  values: OfferValues,
  offer: AdminOffer | undefined,
  stock: readonly StockForecast[] | undefined,
): OddsRisk | undefined {
  const average = offer && offer.total_completions > 0 ? offer.avg_payout : undefined;
  const newTerms = {
    odds: parseTypedOdds(values.rewards).odds,
    payout: average ?? parseTypedNumber(values.reward_amount) ?? 0,
  };
  if (offer?.is_active) {
    const oldTerms = { odds: oddsOrDefault(offer.spinner_config), payout: average ?? offer.reward_amount };
    if (!changesTerms(oldTerms, newTerms)) return undefined;
  }
  const inStock = stock && new Set(stock.filter(({ available }) => available > 0).map(({ amount }) => amount));
  return findOddsRisk(newTerms, offer?.daily_avg_completions ?? 0, inStock);
}

/** A field's value in words. */
const describeField = (value: unknown, field: keyof OfferValues): string =>
  field === 'rewards'
    ? (value as OfferValues['rewards']).map(({ amount, probability }) => `₹${amount} at ${probability}%`).join('\n')
    : describeValue(value);
