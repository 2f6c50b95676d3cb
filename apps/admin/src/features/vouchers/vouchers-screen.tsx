import { istDay } from '@inaam/contracts/common/time';
import { Button, IconButton } from '@inaam/ui/button';
import { Menu } from '@inaam/ui/menu';
import { Skeleton } from '@inaam/ui/skeleton';
import { keepPreviousData } from '@tanstack/react-query';
import { Ellipsis, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Allowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { useFoldedFigures } from '../../lists/fold-figures.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { noSelection } from '../../lists/selection.ts';
import { useListState } from '../../lists/use-list-state.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { BrandsPanel } from './brands-panel.tsx';
import { VoucherBulkBar } from './bulk-bar.tsx';
import { ConfirmVoucherChange, type VoucherChange } from './confirm-voucher-change.tsx';
import { OwedWins } from './owed-wins.tsx';
import { ReorderPanel } from './reorder-panel.tsx';
import { listBrands } from './stock.ts';
import { CardStrip, StockCards } from './stock-strip.tsx';
import { voucherColumns } from './voucher-columns.tsx';
import { VoucherPanel } from './voucher-panel.tsx';
import { voucherFilters, voucherSearch } from './voucher-search.ts';

const MAX_PAGE_LINKS = 7;
const NEW = 'new';
/** The panel with the form for a file of codes. */
const IMPORT = 'import';
const words: ListWords = {
  one: 'voucher',
  many: 'vouchers',
  failed: 'Failed to fetch vouchers',
  empty: 'No vouchers yet',
  emptyHint: 'Winners get their codes from here. Add the first ones.',
  noMatch: 'No vouchers match',
};

/** The panel with the vouchers to reorder. */
const REORDER = 'reorder';
/** The panel with the brands’ redemption pages. */
const BRANDS = 'brands';

/** `new-5` opens the form for ₹5. */
function panelAmount(panel: string | undefined): number | undefined {
  const match = /^new-(\d+(?:\.\d+)?)$/.exec(panel ?? '');
  return match ? Number(match[1]) : undefined;
}

export function VouchersScreen() {
  const list = useListState(voucherSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.vouchers.list.useQuery(
    { ...list.input, codes: 'masked' },
    { placeholderData: keepPreviousData },
  );
  const [change, setChange] = useState<VoucherChange>();
  const { selection, setSelection } = useSelection(list.input);
  const chosen = (query.data?.vouchers ?? []).filter(({ voucher_id }) => selection.keys.has(voucher_id));
  const { panel, setPanel } = list;
  const today = istDay(new Date());
  const columns = useMemo(() => voucherColumns(today, setChange), [today]);
  const stats = query.data?.stats;
  const { brand } = list.state;
  // A brand from a shared link stays selectable even without stock.
  const filters = useMemo(
    () => voucherFilters([...new Set([...listBrands(stats ?? []), ...(brand ? [brand] : [])])]),
    [stats, brand],
  );
  const amount = panelAmount(panel);
  const { isFolded } = useFoldedFigures();
  const owed = query.data && query.data.owed.length > 0 && (
    <OwedWins owed={query.data.owed} onAdd={(rupees) => setPanel(`${NEW}-${rupees}`)} />
  );
  return (
    <>
      <ListScreen
        title="Brand Voucher Management"
        words={words}
        list={list}
        filters={filters}
        columns={columns}
        query={query}
        fetchRows={(input) => client.admin.vouchers.list.query({ ...input, codes: 'masked' })}
        rows={(data) => data.vouchers}
        rowKey={(voucher) => voucher.voucher_id}
        maxPageLinks={MAX_PAGE_LINKS}
        exportAs="vouchers"
        selectable={{
          selection,
          onSelect: setSelection,
          getName: ({ voucher_code, voucher_brand }) => `${voucher_brand} ${voucher_code}`,
        }}
        bulkBar={<VoucherBulkBar chosen={chosen} onClear={() => setSelection(noSelection)} />}
        menu={
          <Menu
            items={[
              { id: BRANDS, label: 'Brands', onSelect: () => setPanel(BRANDS) },
              { id: REORDER, label: 'Reorder list', onSelect: () => setPanel(REORDER) },
            ]}
            trigger={
              <IconButton label="More about vouchers" variant="secondary">
                <Ellipsis aria-hidden className="size-4" />
              </IconButton>
            }
          />
        }
        action={
          <Allowed to="admin.vouchers.create">
            <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setPanel(NEW)}>
              <span>
                Create<span className="max-sm:sr-only"> Vouchers</span>
              </span>
            </Button>
          </Allowed>
        }
        above={isFolded && owed && <CardStrip label="Waiting winners">{owed}</CardStrip>}
        figures={
          query.data
            ? (owed || query.data.stats.length > 0) && (
                <CardStrip label="Stock by brand">
                  {owed}
                  <StockCards stats={query.data.stats} />
                </CardStrip>
              )
            : !query.error && <Skeleton className="h-18 max-sm:h-24" />
        }
      />
      {(panel === NEW || panel === IMPORT || amount !== undefined) && (
        <VoucherPanel key={panel} amount={amount} isImport={panel === IMPORT} onClose={() => setPanel(undefined)} />
      )}
      {panel === BRANDS && <BrandsPanel onClose={() => setPanel(undefined)} />}
      {panel === REORDER && <ReorderPanel onClose={() => setPanel(undefined)} />}
      {change && <ConfirmVoucherChange change={change} onClose={() => setChange(undefined)} />}
    </>
  );
}
