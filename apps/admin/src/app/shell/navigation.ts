import type { Procedure } from '@inaam/contracts/access/permissions';
import { adminPaths } from '@inaam/contracts/common/paths';
import {
  Activity,
  Cable,
  CircleHelp,
  DoorOpen,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MousePointerClick,
  ScrollText,
  Settings,
  ShieldAlert,
  Tag,
  TicketPercent,
  TrendingUp,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react';

export interface Entry {
  /** The path of a page; pages of single records have no entry. */
  to: Exclude<(typeof adminPaths)[keyof typeof adminPaths], `${string}$${string}`>;
  label: string;
  description?: string;
  Icon: LucideIcon;
  /**
   * The page's main procedure. Only admins who may call this procedure see the entry; without a procedure, all admins
   * do.
   */
  needs?: Procedure;
}

const settings: Entry = { to: adminPaths.admins, label: 'Admin Settings', Icon: Settings };

/** The sidebar's groups, with the specification's labels and descriptions. */
export const groups: readonly (readonly Entry[])[] = [
  [{ to: adminPaths.dashboard, label: 'Dashboard', description: 'Overview & Analytics', Icon: LayoutDashboard }],
  [
    { to: adminPaths.offers, label: 'Offers', description: 'Manage Campaigns', Icon: Tag },
    { to: adminPaths.networks, label: 'Networks', description: 'Partners & Postbacks', Icon: Cable },
  ],
  [
    { to: adminPaths.users, label: 'Users', description: 'User Management', Icon: Users },
    { to: adminPaths.conversions, label: 'Conversions', description: 'All Conversions', Icon: TrendingUp },
    { to: adminPaths.offerClicks, label: 'Offer Clicks', description: 'Click Records', Icon: MousePointerClick },
    { to: adminPaths.cases, label: 'Missing Credit', description: 'Open Cases', Icon: CircleHelp },
  ],
  [{ to: adminPaths.vouchers, label: 'Vouchers', description: 'Brand Vouchers', Icon: TicketPercent }],
  [
    { to: adminPaths.fraud, label: 'Fraud Detection', description: 'Ban Fraud Users', Icon: ShieldAlert },
    {
      to: adminPaths.approvals,
      label: 'Requests',
      description: 'Two-Person Approvals',
      Icon: UsersRound,
      needs: 'admin.approvals.list',
    },
  ],
  [settings],
];

/** The pages of Admin Settings. Links between these pages are at the top of each page. */
export const settingsPages: readonly Entry[] = [
  settings,
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
  { to: adminPaths.messages, label: 'Messages', description: 'Sent and failed mail', Icon: Mail },
  {
    to: adminPaths.webhooks,
    label: 'Webhooks',
    description: 'Events for services, conversions for trackers',
    Icon: Webhook,
    needs: 'admin.webhooks.endpoints',
  },
];

export const isSettingsPage = (pathname: string): boolean => settingsPages.some(({ to }) => to === pathname);

export const entries: readonly Entry[] = [...groups.flat(), ...settingsPages.filter((entry) => entry !== settings)];
