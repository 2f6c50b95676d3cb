import {
  Cable,
  CircleHelp,
  LayoutDashboard,
  type LucideIcon,
  MousePointerClick,
  Settings,
  ShieldAlert,
  Tag,
  TicketPercent,
  TrendingUp,
  Users,
} from 'lucide-react';
import { paths } from '../paths.ts';

export interface Entry {
  /** A page of its own, not one record's. */
  to: Exclude<(typeof paths)[keyof typeof paths], `${string}$${string}`>;
  label: string;
  description?: string;
  Icon: LucideIcon;
}

/** The sidebar's entries, in the specification's order and words. */
export const entries: readonly Entry[] = [
  { to: paths.dashboard, label: 'Dashboard', description: 'Overview & Analytics', Icon: LayoutDashboard },
  { to: paths.offers, label: 'Offers', description: 'Manage Campaigns', Icon: Tag },
  { to: paths.users, label: 'Users', description: 'User Management', Icon: Users },
  { to: paths.vouchers, label: 'Vouchers', description: 'Brand Vouchers', Icon: TicketPercent },
  { to: paths.conversions, label: 'Conversions', description: 'All Conversions', Icon: TrendingUp },
  { to: paths.offerClicks, label: 'Offer Clicks', description: 'Click Records', Icon: MousePointerClick },
  { to: paths.cases, label: 'Missing Credit', description: 'Open Cases', Icon: CircleHelp },
  { to: paths.networks, label: 'Networks', description: 'Partners & Postbacks', Icon: Cable },
  { to: paths.fraud, label: 'Fraud Detection', description: 'Ban Fraud Users', Icon: ShieldAlert },
  { to: paths.admins, label: 'Admin Settings', Icon: Settings },
];
