import { Button } from '@inaam/ui/button';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useIsAllowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { noSelection } from '../../lists/selection.ts';
import { useListState } from '../../lists/use-list-state.ts';
import { useSelection } from '../../lists/use-selection.ts';
import { DeliveryBulkBar } from './delivery-bulk-bar.tsx';
import { deliveryColumns } from './delivery-columns.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { Endpoints } from './endpoints.tsx';
import { webhookFilters, webhookSearch } from './webhook-search.ts';

const words: ListWords = {
  one: 'delivery',
  many: 'deliveries',
  failed: 'Failed to fetch deliveries',
  empty: 'No events sent yet',
  emptyHint:
    'Add an endpoint that receives signed events as they happen, or a traffic source’s tracker that receives the source’s conversions. Each delivery is listed here with all attempts.',
  noMatch: 'No deliveries match',
};

/** Endpoints and the deliveries to them. */
export function WebhooksScreen() {
  const list = useListState(webhookSearch);
  const { client } = trpc.useUtils();
  const query = trpc.admin.webhooks.deliveries.useQuery(list.input, {
    placeholderData: keepPreviousData,
  });
  const endpoints = trpc.admin.webhooks.endpoints.useQuery();
  const { selection, setSelection } = useSelection(list.input);
  const mayReplay = useIsAllowed()('admin.webhooks.replay');
  const chosen = (query.data?.deliveries ?? []).filter(({ delivery_id }) => selection.keys.has(delivery_id));
  const [isAdding, setIsAdding] = useState(false);
  const [openDeliveryId, setOpenDeliveryId] = useState<number>();
  const names = endpoints.data?.endpoints.map(({ endpoint_id, name }) => ({ value: String(endpoint_id), label: name }));
  const columns = useMemo(() => deliveryColumns({ onOpen: ({ delivery_id }) => setOpenDeliveryId(delivery_id) }), []);
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setIsAdding(true)}>
      Add endpoint
    </Button>
  );
  return (
    <>
      <ListScreen
        title="Webhooks"
        words={words}
        list={list}
        filters={webhookFilters(names ?? [])}
        columns={columns}
        query={query}
        fetchRows={(input) => client.admin.webhooks.deliveries.query(input)}
        rows={({ deliveries }) => deliveries}
        rowKey={({ delivery_id }) => delivery_id}
        maxPageLinks={7}
        action={add}
        above={<Endpoints />}
        selectable={
          mayReplay
            ? { selection, onSelect: setSelection, getName: ({ event_id, endpoint }) => `${event_id} to ${endpoint}` }
            : undefined
        }
        bulkBar={<DeliveryBulkBar chosen={chosen} onClear={() => setSelection(noSelection)} />}
      />
      {isAdding && <EndpointForm onClose={() => setIsAdding(false)} />}
      {openDeliveryId !== undefined && (
        <DeliveryDialog deliveryId={openDeliveryId} onClose={() => setOpenDeliveryId(undefined)} />
      )}
    </>
  );
}
