import { Button } from '../src/button.tsx';
import { Checkbox } from '../src/checkbox.tsx';
import { EmptyState } from '../src/empty-state.tsx';
import { Loading, Skeleton } from '../src/skeleton.tsx';
import { StatusDot } from '../src/status-dot.tsx';
import { Table, Td, Th, Tr } from '../src/table.tsx';
import { LONG, UNBROKEN } from './texts.ts';

const ROWS = [
  { title: 'Daily survey', url: 'https://partner.example/1', paise: '₹12.50', tone: 'good', status: 'Active' },
  { title: LONG, url: UNBROKEN, paise: '₹12,34,567.00', tone: 'warn', status: 'Waits for a confirmation' },
  { title: 'Recharge', url: 'https://partner.example/3', paise: '₹0.00', tone: 'neutral', status: 'Inactive' },
] as const;

function Rows({ caption, fetching = false }: { caption: string; fetching?: boolean }) {
  return (
    <Table caption={caption} fetching={fetching}>
      <thead>
        <tr>
          <Th>
            <Checkbox label="Select all rows" hideLabel indeterminate />
          </Th>
          <Th order="asc" onSort={() => {}}>
            Title
          </Th>
          <Th>Address</Th>
          <Th numeric onSort={() => {}}>
            Payout
          </Th>
          <Th>Status</Th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ title, url, paise, tone, status }, index) => (
          <Tr key={title} selected={index === 0}>
            <Td>
              <Checkbox label={`Select ${title}`} hideLabel defaultChecked={index === 0} />
            </Td>
            <Td className="min-w-40">{title}</Td>
            <Td className="max-w-60 truncate" title={url}>
              {url}
            </Td>
            <Td numeric>{paise}</Td>
            <Td>
              <StatusDot tone={tone}>{status}</StatusDot>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

export const lists = {
  table: () => <Rows caption="Offers, with a long text" />,
  'a list that is fetched again': () => <Rows caption="Offers of the last answer" fetching />,
  'a list that loads': () => (
    <Loading label="Loading offers" className="grid w-full gap-3">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </Loading>
  ),
  'a list without rows': () => (
    <EmptyState
      kind="first-use"
      title="No offers yet"
      action={<Button variant="primary">Create an offer</Button>}
      className="w-full"
    />
  ),
  'a list without a match': () => (
    <EmptyState kind="no-match" title="No offer matches" action={<Button>Clear filters</Button>} className="w-full" />
  ),
  'a list that failed': () => (
    <EmptyState
      kind="failed"
      title="The offers could not be loaded"
      action={<Button busy>Retry</Button>}
      className="w-full"
    >
      {LONG}
    </EmptyState>
  ),
};
