import { LayoutDashboard, type LucideIcon, Settings, ShieldAlert, Tag, TicketPercent, TrendingUp } from 'lucide-react';
import { paths } from '../paths.ts';

export interface Entry {
  to: (typeof paths)[keyof typeof paths];
  label: string;
  description?: string;
  Icon: LucideIcon;
}

/** The sidebar's entries, in the specification's order and words. */
export const entries: readonly Entry[] = [
  { to: paths.dashboard, label: 'Dashboard', description: 'Overview & Analytics', Icon: LayoutDashboard },
  { to: paths.offers, label: 'Offers', description: 'Manage Campaigns', Icon: Tag },
  { to: paths.vouchers, label: 'Vouchers', description: 'Brand Vouchers', Icon: TicketPercent },
  { to: paths.conversions, label: 'Conversions', description: 'All Conversions', Icon: TrendingUp },
  { to: paths.fraud, label: 'Fraud Detection', description: 'Ban Fraud Users', Icon: ShieldAlert },
  { to: paths.admins, label: 'Admin Settings', Icon: Settings },
];
