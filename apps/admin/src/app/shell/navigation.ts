import type { Procedure } from '@inaam/contracts/access/permissions';
import { adminPaths } from '@inaam/contracts/common/paths';
import {
  Activity,
  Cable,
  CircleHelp,
  DoorOpen,
  LayoutDashboard,
  type LucideIcon,
  MousePointerClick,
  ScrollText,
  Settings,
  ShieldAlert,
  Tag,
  TicketPercent,
  TrendingUp,
  Users,
  UsersRound,
} from 'lucide-react';

export interface Entry {
  /** A page of its own, not one record's. */
  to: Exclude<(typeof adminPaths)[keyof typeof adminPaths], `${string}$${string}`>;
  label: string;
  description?: string;
  Icon: LucideIcon;
  /** The page's main procedure. The entry shows only to admins who may call it; without one, to all. */
  needs?: Procedure;
}

/** The sidebar's entries, in the specification's order and words, followed by those outside the specification. */
export const entries: readonly Entry[] = [
  { to: adminPaths.dashboard, label: 'Dashboard', description: 'Overview & Analytics', Icon: LayoutDashboard },
  { to: adminPaths.offers, label: 'Offers', description: 'Manage Campaigns', Icon: Tag },
  { to: adminPaths.users, label: 'Users', description: 'User Management', Icon: Users },
  { to: adminPaths.vouchers, label: 'Vouchers', description: 'Brand Vouchers', Icon: TicketPercent },
  { to: adminPaths.conversions, label: 'Conversions', description: 'All Conversions', Icon: TrendingUp },
  { to: adminPaths.offerClicks, label: 'Offer Clicks', description: 'Click Records', Icon: MousePointerClick },
  { to: adminPaths.cases, label: 'Missing Credit', description: 'Open Cases', Icon: CircleHelp },
  { to: adminPaths.networks, label: 'Networks', description: 'Partners & Postbacks', Icon: Cable },
  { to: adminPaths.fraud, label: 'Fraud Detection', description: 'Ban Fraud Users', Icon: ShieldAlert },
  { to: adminPaths.admins, label: 'Admin Settings', Icon: Settings },
  {
    to: adminPaths.approvals,
    label: 'Requests',
    description: 'Two-Person Approvals',
    Icon: UsersRound,
    needs: 'admin.approvals.list',
  },
  { to: adminPaths.audit, label: 'Audit Log', description: 'Who Changed What', Icon: ScrollText },
  {
    to: adminPaths.securityEvents,
    label: 'Security Events',
    description: 'Sign-ins & Refusals',
    Icon: DoorOpen,
    needs: 'admin.securityEvents.list',
  },
  {
    to: adminPaths.operations,
    label: 'Operations',
    description: 'Health & Queued Work',
    Icon: Activity,
    needs: 'admin.insights.watch',
  },
];
