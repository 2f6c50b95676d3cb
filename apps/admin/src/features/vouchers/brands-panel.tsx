import { formatPlural } from '@inaam/contracts/common/format';
import { type Brand, brandSaveInput } from '@inaam/contracts/vouchers/brands';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Textarea } from '@inaam/ui/textarea';
import { toast } from '@inaam/ui/toaster';
import { type FormEvent, useState } from 'react';
import { useIsAllowed } from '../../app/allowed.tsx';
import { getErrorText, getFieldError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { ConflictDialog, isVersionConflict } from '../../forms/conflict.tsx';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { type Base, useFormGuard } from '../../forms/use-form-guard.tsx';
import { isSame } from '../../forms/versions.ts';
import { Banner } from '../../page/banner.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { PictureUpload } from '../pictures/parts/picture-upload.tsx';

/** The redemption page, instructions and logo of each brand. */
export function BrandsPanel({ onClose }: { onClose: () => void }) {
  const query = trpc.admin.vouchers.brands.useQuery();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      title="Brands"
      description="Winners get a button for the redemption page. They see the brand’s logo, or else its initials."
    >
      <Loadable query={query} what="the brands">
        {({ brands }) =>
          brands.length === 0 ? (
            <p className="text-muted">No brands yet. Add vouchers first.</p>
          ) : (
            <ul className="grid gap-4">
              {brands.map((brand) => (
                <li key={`${brand.voucher_type} ${brand.voucher_brand}`}>
                  <BrandForm brand={brand} />
                </li>
              ))}
            </ul>
          )
        }
      </Loadable>
    </Dialog>
  );
}

interface BrandValues {
  use_url: string;
  how_to_use: string;
  mark_url: string;
}
const brandLabels = { use_url: 'Redemption page', how_to_use: 'How to use', mark_url: 'Logo' };
const toBase = ({ use_url, how_to_use, mark_url, version }: Brand): Base<BrandValues> => ({
  values: { use_url: use_url ?? '', how_to_use: how_to_use ?? '', mark_url: mark_url ?? '' },
  version,
});

function BrandForm({ brand }: { brand: Brand }) {
  const utils = trpc.useUtils();
  const maySave = useIsAllowed()('admin.vouchers.saveBrand');
  const [base, setBase] = useState(() => toBase(brand));
  const [values, setValues] = useState(base.values);
  const { use_url: address, mark_url: markUrl } = values;
  const restore = (next: BrandValues, from: Base<BrandValues>) => {
    setValues(next);
    setBase(from);
  };
  const guard = useFormGuard({
    name: `brand-${brand.voucher_type}-${brand.voucher_brand}`,
    base,
    values,
    restore,
  });
  const [problems, setProblems] = useState<Partial<Record<keyof BrandValues, string>>>({});
  const [attempts, setAttempts] = useState(0);
  const upload = trpc.admin.vouchers.uploadMark.useMutation();
  const save = trpc.admin.vouchers.saveBrand.useMutation({
    onSuccess: async ({ message }) => {
      toast.success(`${brand.voucher_brand}: ${message}`);
      const savedBrand = await load();
      restore(savedBrand.values, savedBrand);
      return utils.admin.vouchers.brands.invalidate();
    },
  });
  const load = async (): Promise<Base<BrandValues>> => {
    const { brands } = await utils.client.admin.vouchers.brands.query();
    const latestBrand = brands.find(
      (each) => each.voucher_type === brand.voucher_type && each.voucher_brand === brand.voucher_brand,
    );
    return toBase(latestBrand ?? brand);
  };
  const submitValues = (next: BrandValues, version: number | undefined) => {
    const parsed = brandSaveInput.safeParse({ ...brand, ...next, use_url: next.use_url.trim(), version });
    setAttempts(attempts + 1);
    setProblems(
      Object.fromEntries(
        (parsed.error?.issues ?? []).map(({ path: [field], message }) => [
          field,
          field === 'use_url'
            ? 'Redemption page must be an https URL'
            : getFieldError(brandLabels[field as keyof BrandValues], { message }),
        ]),
      ),
    );
    if (parsed.success) save.mutate(parsed.data);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submitValues(values, base.version);
  };
  const refused = getRefusedField(save.error, brandLabels);
  const getProblem = (field: keyof BrandValues) =>
    problems[field] ?? (refused?.field === field ? refused.message : undefined);
  const set = (patch: Partial<BrandValues>) => {
    setValues({ ...values, ...patch });
    setProblems({});
    if (save.error) save.reset();
  };
  const isChanged = !isSame(values, base.values);
  return (
    <form
      noValidate
      aria-label={brand.voucher_brand}
      onSubmit={submit}
      className="grid gap-3 rounded-card border border-line p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-base wrap-anywhere">{brand.voucher_brand}</h3>
        <p className="text-sm text-muted tabular-nums">
          {formatPlural(brand.available, 'available code', 'available codes')}
        </p>
      </div>
      {guard.restored}
      <FormProblems attempts={attempts} error={save.error} />
      {save.error && !isVersionConflict(save.error) && !refused && (
        <Banner tone="error" title="The brand was not saved" onDismiss={save.reset}>
          {getErrorText(save.error, 'Operation failed')}
        </Banner>
      )}
      <Field
        label="Redemption page"
        type="url"
        placeholder="https://"
        disabled={!maySave}
        value={address}
        onChange={(event) => set({ use_url: event.target.value })}
        error={getProblem('use_url')}
      />
      <Textarea
        label="How to use (optional)"
        rows={2}
        maxLength={500}
        hint="If it is empty, winners see the usual steps of this voucher type."
        disabled={!maySave}
        value={values.how_to_use}
        onChange={(event) => set({ how_to_use: event.target.value })}
        error={getProblem('how_to_use')}
      />
      {maySave && (
        <>
          <PictureUpload
            what={`Logo of ${brand.voucher_brand}`}
            use="mark"
            value={markUrl}
            onChange={(mark_url) => set({ mark_url })}
            upload={(input) => upload.mutateAsync(input)}
          />
          {getProblem('mark_url') && (
            <p role="alert" tabIndex={-1} data-problem="" className="text-sm text-bad">
              {getProblem('mark_url')}
            </p>
          )}
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            disabled={!isChanged}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save<span className="sr-only"> {brand.voucher_brand}</span>
          </Button>
        </>
      )}
      <ConflictDialog
        error={save.error}
        base={base}
        values={values}
        labels={brandLabels}
        load={load}
        onSave={(next, latest) => {
          restore(next, latest);
          submitValues(next, latest.version);
        }}
        onClose={save.reset}
      />
      {guard.question}
    </form>
  );
}
