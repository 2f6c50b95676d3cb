import { formatPlural } from '@inaam/contracts/common/format';
import { type Brand, brandSaveInput } from '@inaam/contracts/vouchers/brands';
import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { toast } from '@inaam/ui/toaster';
import { type FormEvent, useState } from 'react';
import { useIsAllowed } from '../../app/allowed.tsx';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { Banner } from '../../page/banner.tsx';
import { Loadable } from '../../page/loadable.tsx';
import { PictureUpload } from '../pictures/parts/picture-upload.tsx';

/** The redemption page and the logo of each brand. */
export function BrandsPanel({ onClose }: { onClose: () => void }) {
  const query = trpc.admin.vouchers.brands.useQuery();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      place="side"
      title="Brands"
      description="Winners get a button to the brand’s page and see its logo, or its initials without a logo."
    >
      <Loadable query={query} what="the brands">
        {({ brands }) =>
          brands.length === 0 ? (
            <p className="text-muted">No vouchers yet, so no brands either.</p>
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

function BrandForm({ brand }: { brand: Brand }) {
  const utils = trpc.useUtils();
  const maySave = useIsAllowed()('admin.vouchers.saveBrand');
  const [address, setAddress] = useState(brand.use_url ?? '');
  const [markUrl, setMarkUrl] = useState(brand.mark_url ?? '');
  const [problem, setProblem] = useState<string>();
  const upload = trpc.admin.vouchers.uploadMark.useMutation();
  const save = trpc.admin.vouchers.saveBrand.useMutation({
    onSuccess: ({ message }) => {
      toast.success(`${brand.voucher_brand}: ${message}`);
      return utils.admin.vouchers.brands.invalidate();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = brandSaveInput.safeParse({ ...brand, use_url: address.trim(), mark_url: markUrl });
    if (!read.success) return setProblem('Redemption page must be an https URL');
    setProblem(undefined);
    save.mutate(read.data);
  };
  const isChanged = address.trim() !== (brand.use_url ?? '') || markUrl !== (brand.mark_url ?? '');
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
      {save.error && (
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
        onChange={(event) => setAddress(event.target.value)}
        error={problem}
      />
      {maySave && (
        <>
          <PictureUpload
            what={`Logo of ${brand.voucher_brand}`}
            use="mark"
            value={markUrl}
            onChange={setMarkUrl}
            upload={(input) => upload.mutateAsync(input)}
          />
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
    </form>
  );
}
