import { formatPlural } from '@inaam/contracts/common/format';
import { adminPaths } from '@inaam/contracts/common/paths';
import type { NetworkList } from '@inaam/contracts/networks/health';
import { buttonClass } from '@inaam/ui/button';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Allowed } from '../../app/allowed.tsx';
import { trpc } from '../../app/trpc.ts';
import type { ListWords } from '../../lists/columns.ts';
import { StaleBanner } from '../../lists/list-body.tsx';
import { EmptyList, FailedList } from '../../lists/list-states.tsx';
import { ListTable, ListTableSkeleton } from '../../lists/list-table.tsx';
import { Banner } from '../../page/banner.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Timestamp } from '../../page/timestamp.tsx';
import { networkColumns } from './network-columns.tsx';

const words: ListWords = {
  one: 'network',
  many: 'networks',
  failed: 'Failed to fetch networks',
  empty: 'No networks yet',
  emptyHint: 'A partner network pays for conversions and confirms them with postbacks. Add the first one.',
  noMatch: 'No networks match',
};

/** Partner networks, each with figures of the last 24 hours. */
export function NetworksScreen() {
  const query = trpc.admin.networks.list.useQuery();
  const networks = query.data?.networks;
  const add = (
    <Allowed to="admin.networks.create">
      <Link to={adminPaths.addNetwork} className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden className="size-4" />
        Add network
      </Link>
    </Allowed>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader
        title="Networks"
        note={networks && formatPlural(networks.length, words.one, words.many)}
        action={add}
      />
      <StaleBanner words={words} query={query} />
      <UnknownSlugs slugs={query.data?.unknown_slugs ?? []} />
      {networks === undefined ? (
        query.error ? (
          <FailedList words={words} query={query} />
        ) : (
          <ListTableSkeleton label="Loading networks" columns={networkColumns} />
        )
      ) : networks.length === 0 ? (
        <EmptyList words={words} action={add} />
      ) : (
        <ListTable
          caption="Networks"
          columns={networkColumns}
          rows={networks}
          rowKey={({ network_id }) => network_id}
        />
      )}
    </div>
  );
}

/** Postbacks to a slug that no network has, such as a mistyped one. No other page shows them. */
function UnknownSlugs({ slugs }: { slugs: NetworkList['unknown_slugs'] }) {
  if (slugs.length === 0) return null;
  return (
    <Banner tone="info" title="Postbacks to unknown URLs">
      <ul className="grid gap-1">
        {slugs.map(({ slug, postbacks, last_postback_at }) => (
          <li key={slug}>
            <span className="code">/postback/{slug}</span>: {formatPlural(postbacks, 'postback')}, the last{' '}
            <Timestamp at={last_postback_at} className="tabular-nums" />
          </li>
        ))}
      </ul>
      These postbacks are stored for 14 days. A network that you add with such a slug receives them.
    </Banner>
  );
}
