import { auditListInput } from '@inaam/contracts/audit/audit-log';
import { caseListInput } from '@inaam/contracts/cases/cases';
import { offerClickListInput } from '@inaam/contracts/clicks/offer-clicks';
import { conversionListInput } from '@inaam/contracts/completions/conversions';
import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { userListInput } from '@inaam/contracts/identity/users';
import { type MessageRow, messageListInput } from '@inaam/contracts/messages/messages';
import { offerListInput } from '@inaam/contracts/offers/offers';
import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { type SecurityEventRow, securityEventListInput } from '@inaam/contracts/security-events/security-events';
import { voucherListInput } from '@inaam/contracts/vouchers/vouchers';
import { deliveryListInput } from '@inaam/contracts/webhooks/webhooks';
import type { RouteById, RouteIds } from '@tanstack/react-router';
import type { z } from 'zod';
import { auditColumns } from '../features/audit/audit-columns.tsx';
import { actionOptions, auditFilters } from '../features/audit/audit-search.ts';
import { caseColumns } from '../features/cases/case-columns.tsx';
import { caseFilters } from '../features/cases/case-search.ts';
import { aCase } from '../features/cases/cases.fixture.ts';
import { aClick } from '../features/clicks/clicks.fixture.ts';
import { offerClickColumns } from '../features/clicks/offer-click-columns.tsx';
import { offerClickFilters } from '../features/clicks/offer-click-search.ts';
import { aConversion } from '../features/completions/completions.fixture.ts';
import { conversionColumns } from '../features/completions/conversion-columns.tsx';
import { conversionFilters } from '../features/completions/conversion-search.ts';
import { type FraudState, fraudFilters, type TabId } from '../features/fraud/fraud-search.ts';
import { deviceColumns, ipColumns } from '../features/fraud/source-columns.tsx';
import { userColumns as fraudUserColumns } from '../features/fraud/user-columns.tsx';
import { messageColumns } from '../features/messages/message-columns.tsx';
import { messageFilters } from '../features/messages/message-search.ts';
import { aPostback } from '../features/networks/networks.fixture.ts';
import { offerColumns } from '../features/offers/offer-columns.tsx';
import { offerFilters } from '../features/offers/offer-search.ts';
import { offer } from '../features/offers/offers.fixture.ts';
import { inboxColumns } from '../features/postbacks/parts/inbox-columns.tsx';
import { inboxFilters } from '../features/postbacks/parts/inbox-search.ts';
import { securityEventColumns } from '../features/security-events/security-event-columns.tsx';
import { securityEventFilters } from '../features/security-events/security-event-search.ts';
import { userColumns } from '../features/users/user-columns.tsx';
import { userFilters } from '../features/users/user-search.ts';
import { aUser } from '../features/users/users.fixture.ts';
import { voucherColumns } from '../features/vouchers/voucher-columns.tsx';
import { voucherFilters } from '../features/vouchers/voucher-search.ts';
import { anAdminVoucher } from '../features/vouchers/vouchers.fixture.ts';
import { deliveryColumns } from '../features/webhooks/delivery-columns.tsx';
import { webhookFilters } from '../features/webhooks/webhook-search.ts';
import { aDelivery, anEndpoint } from '../features/webhooks/webhooks.fixture.ts';
import type { Column, PhonePlace } from '../lists/columns.ts';
import { type Filters, getChoices, type Option } from '../lists/filters.ts';
import type { ListBase } from '../lists/list-search.ts';
import type { AdminRouter } from './router.tsx';

const AT = '2026-07-19T06:30:00.000Z';
const noop = () => {};
const securityEvent: SecurityEventRow = {
  id: 1,
  at: '2026-07-19T06:30:00.000Z',
  kind: 'sign_in_failed',
  realm: 'admin',
  request_id: '0b1c7e1e-5a0f-4a57-9f8e-1f0f6f0f4f11',
  actor_kind: 'admin',
  actor_id: 1,
  actor_name: 'ravi',
  ip: '203.0.113.9',
  device: null,
  detail: 'password',
  count: 3,
};
export const endpoint = anEndpoint({ queued: 1 });
const delivery = aDelivery({ status: 'queued', attempts: 1, settled_at: null, due_at: '2026-07-19T06:35:00.000Z' });
const message: MessageRow = {
  message_row_id: 1,
  kind: 'owed_win_filled',
  channel: 'mail',
  recipient: 'asha@example.com',
  user_id: 1,
  status: 'queued',
  attempts: 1,
  problem: '450 busy',
  message_id: 'a@inaam.example',
  created_at: AT,
  settled_at: null,
  due_at: AT,
};

/** The offer's fields in records about the offer. */
export const offerFields = {
  offer_id: offer.offer_id,
  title: offer.title,
  external_offer_id: offer.external_offer_id,
};
const voucher = anAdminVoucher();
const conversion = aConversion(offerFields);
const click = aClick(offerFields);
const creditCase = aCase(offerFields);
const entry = {
  id: 2,
  at: AT,
  actor_kind: 'admin',
  actor_name: 'meera',
  ip: null,
  action: 'offers.update',
  subject: '5',
  subject_name: 'Chai quiz',
  before: null,
  after: null,
  note: null,
};
const place = { registration_count: 2, first_registration: AT, last_registration: AT, is_blocked: false };
const fraudUser = {
  ...aUser(),
  registration_ip: null,
  ip_count: 0,
  device_fingerprint: null,
  device_count: 0,
  created_at: AT,
};
const figures = {
  totalConversions: 1,
  uniqueUsers: 1,
  totalRevenue: 40,
  avgPayout: 40,
  voucherWins: 0,
  voucherWinRate: 0,
  spinsUsed: 1,
  spinUsageRate: 100,
};
const counts = { total: 1, available: 1, assigned: 0, used: 0, expired: 0 };
const stock = { voucher_type: 'amazon', voucher_brand: 'Amazon', ...counts, amount_breakdown: [] };

export interface Screen {
  address: string;
  procedure: string;
  input: z.ZodObject;
  choices: { name: string; label: string; options: readonly Option[] }[];
  /** The places of the columns in a row on a phone. */
  places: readonly PhonePlace[];
  sorts: { header: string; sortBy: string }[];
  /** The values of the sort menu. */
  sortable: readonly string[];
  searchLabel: string;
  clearLabel: string;
  /** A text of the first row on each page of the answer. */
  row: string;
  /** Values that the procedure gets for filter values of the URL, if the two differ: by field, then by URL value. */
  sent: Record<string, Record<string, unknown>>;
  answer: (rows: number, pagination: object) => object;
}

/** A list with its procedure and definitions. */
function list<State extends ListBase, Row>({
  filters,
  columns,
  sent = {},
  ...given
}: Pick<Screen, 'address' | 'procedure' | 'input' | 'row' | 'answer'> & {
  filters: Filters<State>;
  columns: readonly Column<Row, NoInfer<State>>[];
  sent?: Screen['sent'];
}): Screen {
  return {
    ...given,
    sent,
    choices: getChoices(filters),
    places: columns.flatMap(({ phone }) => phone ?? []),
    sorts: columns.flatMap(({ header, sortBy }) => (sortBy ? [{ header: String(header), sortBy }] : [])),
    sortable: Object.keys(filters.sort ?? {}),
    searchLabel: filters.search.label,
    clearLabel: filters.clearLabel ?? 'Clear filters',
  };
}

/** Returns copies of a row with different keys. */
const many = <Row extends object>(row: Row, key: keyof Row, rows: number): Row[] =>
  Array.from({ length: rows }, (_, index) => {
    const first = row[key];
    return index === 0
      ? row
      : { ...row, [key]: typeof first === 'number' ? first + index : `${String(first)}${index}` };
  });

const fraud = <Row>(tab: TabId, row: string, columns: readonly Column<Row, FraudState>[]): Screen =>
  list({
    address: tab === 'users' ? '/admin/fraud-detection' : `/admin/fraud-detection?tab=${tab}`,
    procedure: 'admin.fraud.list',
    input: fraudListInput,
    filters: fraudFilters[tab],
    columns,
    row,
    answer: (rows, pagination) => ({
      recentRegistrations: many(fraudUser, 'user_id', rows),
      suspiciousIPs: many({ ip_address: '203.0.113.9', ...place }, 'ip_address', rows),
      suspiciousDevices: many({ device_fingerprint: 'device-9', ...place }, 'device_fingerprint', rows),
      stats: { total_users: 1, suspicious_users: 0, suspicious_ips: 1, suspicious_devices: 1 },
      pagination,
    }),
  });
const fraudActions = { onOpen: noop, onFlag: noop, onBlock: noop, running: () => undefined };

type Tree = AdminRouter['routeTree'];
/** The paths of all routes whose search has a page size. These are the lists. */
type ListPath = {
  [Id in RouteIds<Tree>]: 'limit' extends keyof RouteById<Tree, Id>['types']['searchSchema']
    ? RouteById<Tree, Id>['fullPath']
    : never;
}[RouteIds<Tree>];

/** Every list of the app. A route with a list that is missing here is a type error. */
export const screens: Record<ListPath, Screen[]> = {
  '/admin/offers': [
    list({
      address: '/admin/offers',
      procedure: 'admin.offers.list',
      input: offerListInput,
      filters: offerFilters,
      columns: offerColumns({ onOpen: noop, onEdit: noop, onDuplicate: noop, onChange: noop }),
      row: offer.title,
      answer: (rows, pagination) => ({ offers: many(offer, 'offer_id', rows), pagination }),
    }),
  ],
  '/admin/users': [
    list({
      address: '/admin/users',
      procedure: 'admin.users.list',
      input: userListInput,
      filters: userFilters,
      columns: userColumns(noop),
      row: 'asha@example.com',
      answer: (rows, pagination) => ({ users: many(aUser(), 'user_id', rows), pagination }),
    }),
  ],
  '/admin/vouchers': [
    list({
      address: '/admin/vouchers',
      procedure: 'admin.vouchers.list',
      input: voucherListInput,
      filters: voucherFilters(['Amazon']),
      columns: voucherColumns('2026-07-19', noop),
      row: voucher.voucher_code,
      answer: (rows, pagination) => ({
        vouchers: many(voucher, 'voucher_id', rows),
        stats: [stock],
        owed: [],
        pagination,
      }),
    }),
  ],
  '/admin/conversions': [
    list({
      address: '/admin/conversions',
      procedure: 'admin.completions.list',
      input: conversionListInput,
      filters: conversionFilters([{ value: String(offer.offer_id), label: offer.title }]),
      columns: conversionColumns,
      row: conversion.email,
      answer: (rows, pagination) => ({
        conversions: many(conversion, 'completion_id', rows),
        overallStats: { totalRevenue: 40, totalVoucherWins: 0, totalVoucherValue: 0, overallWinRate: 0 },
        pagination,
      }),
    }),
  ],
  '/admin/offer-clicks': [
    list({
      address: '/admin/offer-clicks',
      procedure: 'admin.clicks.list',
      input: offerClickListInput,
      filters: offerClickFilters([{ value: String(offer.offer_id), label: offer.title }]),
      columns: offerClickColumns,
      row: click.email,
      answer: (rows, pagination) => ({ clicks: many(click, 'click_id', rows), stats: figures, pagination }),
    }),
  ],
  '/admin/cases': [
    list({
      address: '/admin/cases',
      procedure: 'admin.cases.list',
      input: caseListInput,
      filters: caseFilters([{ value: '3', label: 'BitLabs' }]),
      columns: caseColumns({ onOpen: noop }),
      row: creditCase.email,
      answer: (rows, pagination) => ({ cases: many(creditCase, 'case_id', rows), pagination }),
    }),
  ],
  '/admin/audit': [
    list({
      address: '/admin/audit',
      procedure: 'admin.audit.list',
      input: auditListInput,
      filters: auditFilters(actionOptions([entry.action])),
      columns: auditColumns,
      row: entry.actor_name,
      answer: (rows, pagination) => ({ entries: many(entry, 'id', rows), actions: [entry.action], pagination }),
    }),
  ],
  '/admin/security-events': [
    list({
      address: '/admin/security-events',
      procedure: 'admin.securityEvents.list',
      input: securityEventListInput,
      filters: securityEventFilters,
      columns: securityEventColumns,
      row: securityEvent.actor_name ?? '',
      answer: (rows, pagination) => ({ events: many(securityEvent, 'id', rows), pagination }),
    }),
  ],
  '/admin/webhooks': [
    list({
      address: '/admin/webhooks',
      procedure: 'admin.webhooks.deliveries',
      input: deliveryListInput,
      filters: webhookFilters([{ value: String(delivery.endpoint_id), label: delivery.endpoint }]),
      columns: deliveryColumns({ onOpen: noop }),
      row: delivery.event_id,
      answer: (rows, pagination) => ({ deliveries: many(delivery, 'delivery_id', rows), pagination }),
    }),
  ],
  '/admin/messages': [
    list({
      address: '/admin/messages',
      procedure: 'admin.messages.list',
      input: messageListInput,
      filters: messageFilters,
      columns: messageColumns,
      row: message.recipient,
      answer: (rows, pagination) => ({
        mail: true,
        messages: many(message, 'message_row_id', rows),
        counts: { queued: 1, sent: 2, failed: 0, suppressed: 0 },
        pagination,
      }),
    }),
  ],
  '/admin/fraud-detection': [
    fraud('users', 'asha@example.com', fraudUserColumns(fraudActions)),
    fraud('ips', '203.0.113.9', ipColumns(fraudActions)),
    fraud('devices', 'device-9', deviceColumns(fraudActions)),
  ],
  '/admin/networks/$networkId': [
    list({
      address: '/admin/networks/3?tab=inbox',
      procedure: 'admin.postbacks.list',
      input: postbackListInput,
      filters: inboxFilters,
      columns: inboxColumns(noop),
      row: 'state=hold is not mapped',
      sent: { alerts: { all: undefined, only: true } },
      answer: (rows, pagination) => ({ postbacks: many(aPostback(), 'postback_id', rows), pagination }),
    }),
  ],
};
