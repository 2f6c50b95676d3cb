import { Card } from '@inaam/ui/card';
import { Link } from '@tanstack/react-router';
import { type LucideIcon, RefreshCw, Tag, TicketPlus, Users } from 'lucide-react';
import { paths } from '../../app/paths.ts';

const tileClass =
  'flex min-h-16 flex-col items-start gap-1 rounded-control border border-line bg-background p-3 text-left transition-colors duration-150 hover:border-edge hover:bg-sunken';

const Words = ({ Icon, label, note }: { Icon: LucideIcon; label: string; note: string }) => (
  <>
    <Icon aria-hidden className="size-5 text-accent" />
    <span className="font-semibold">{label}</span>
    <span className="text-xs text-muted">{note}</span>
  </>
);

/** What an admin most often comes for. */
export const QuickActions = ({ refreshing, onRefresh }: { refreshing: boolean; onRefresh: () => void }) => (
  <Card>
    <h2 className="mb-3 text-base">Quick actions</h2>
    <div className="grid grid-cols-2 gap-2">
      <Link to={paths.offers} className={tileClass}>
        <Words Icon={Tag} label="Manage Offers" note="Odds, links, status" />
      </Link>
      <Link to={paths.vouchers} search={{ panel: 'new' }} className={tileClass}>
        <Words Icon={TicketPlus} label="Create Vouchers" note="One code or many" />
      </Link>
      <Link to={paths.users} className={tileClass}>
        <Words Icon={Users} label="View Users" note="Search, help, credit" />
      </Link>
      <button type="button" onClick={onRefresh} aria-disabled={refreshing || undefined} className={tileClass}>
        <Words Icon={RefreshCw} label="Refresh" note="Latest figures" />
      </button>
    </div>
  </Card>
);
