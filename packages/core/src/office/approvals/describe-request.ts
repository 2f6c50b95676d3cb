import type { ApprovalKind, ApprovalRequest } from '@inaam/contracts/approvals/approvals';
import { formatCount, formatExactRupees, formatRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import { type Odds, permilleToPercent } from '@inaam/contracts/offers/odds';
import type { Db, Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { eq } from 'drizzle-orm';
import type { ApprovalFacts, OddsSummary, SummaryByKind } from '../../kernel/approval-facts.ts';

/** A request in words. Names are looked up when the request is read. */
export type RequestDescription = Pick<ApprovalRequest, 'title' | 'facts' | 'related_record'>;

/** Formats an amount, with paise only if there are any. */
const rupees = (paise: number): string => (paise % 100 === 0 ? formatRupees : formatExactRupees)(toRupees(paise));
const oddsText = (odds: Odds): string =>
  odds.map(({ amount, permille }) => `${formatRupees(amount)} at ${permilleToPercent(permille)}%`).join(', ');

const offerTitle = async (db: Db | Tx, id: number): Promise<string> => {
  const [row] = await db.select({ title: offers.title }).from(offers).where(eq(offers.id, id));
  return row?.title ?? `offer ${id}`;
};
const networkName = async (db: Db | Tx, id: number): Promise<string> => {
  const [row] = await db.select({ name: networks.name }).from(networks).where(eq(networks.id, id));
  return row?.name ?? `network ${id}`;
};

const oddsFacts = ({ odds_before, odds, ...rest }: OddsSummary): RequestDescription['facts'] => [
  ...(odds_before ? [['Current odds', oddsText(odds_before)] satisfies [string, string]] : []),
  ['Requested odds', oddsText(odds)],
  ['Expected cost per spin', rupees(rest.cost_paise)],
  ...(rest.payout_before_paise === undefined
    ? ([['Payout', rupees(rest.payout_paise)]] satisfies [string, string][])
    : ([
        ['Current payout', rupees(rest.payout_before_paise)],
        ['Requested payout', rupees(rest.payout_paise)],
      ] satisfies [string, string][])),
];

type Describe<K extends ApprovalKind> = (db: Db | Tx, summary: SummaryByKind[K]) => Promise<RequestDescription>;

const words: { [K in ApprovalKind]: Describe<K> } = {
  credit: async (db, { user_id: userId, offer_id: offerId, payout_paise: payout, cost_paise: cost }) => {
    const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    return {
      title: `Credit “${await offerTitle(db, offerId)}” to ${user?.email ?? `user ${userId}`}`,
      facts: [
        ['Payout', rupees(payout)],
        ['May cost', rupees(cost)],
      ],
      related_record: { page: 'user', id: userId },
    };
  },
  odds: async (db, { offer_id: id, title, ...odds }) => ({
    title: id === null ? `Create “${title}” with costly odds` : `Change the odds of “${await offerTitle(db, id)}”`,
    facts: oddsFacts(odds),
    related_record: null,
  }),
  codes: (_, { codes, paise, list, granted }) =>
    Promise.resolve({
      title: `Read ${formatCount(codes)} more voucher ${codes === 1 ? 'code' : 'codes'} in clear text`,
      facts: [
        ['From', list],
        ...(paise > 0 ? [['Worth', formatRupees(toRupees(paise))] satisfies [string, string]] : []),
        ...(granted > 0 ? [['Granted in the last 24 hours', formatCount(granted)] satisfies [string, string]] : []),
        ['Valid', '24 hours from approval'],
      ],
      related_record: null,
    }),
  role: (_, { admin_id: id, username, email, role_before: before, role }) =>
    Promise.resolve({
      title: id === null ? `Create ${username} as ${role}` : `Make ${username} ${role}`,
      facts: [
        ...(before ? [['Current role', before] satisfies [string, string]] : []),
        ['Requested role', role],
        ...(email ? [['E-mail', email] satisfies [string, string]] : []),
      ],
      related_record: null,
    }),
  network_secret: async (db, { network_id: id, overlap_hours: hours, secret_hint: hint }) => ({
    title: `Change the secret of ${await networkName(db, id)}`,
    facts: [
      ['Current secret', hint],
      ['Old secret stays valid', hours === 0 ? 'no' : hours === 1 ? 'for 1 hour' : `for ${hours} hours`],
    ],
    related_record: { page: 'network', id },
  }),
  network_rate: async (db, { network_id: id, starts, changes }) => ({
    title:
      starts === undefined && id !== null
        ? `Change the value of postbacks of ${await networkName(db, id)}`
        : `Accept postbacks of ${starts}`,
    facts: changes.map(({ what, before, after }) => [what, before === null ? after : `${before} → ${after}`]),
    related_record: id === null ? null : { page: 'network', id },
  }),
  offer_network: async (db, { offer_id: id, network_before: before, network, odds }) => ({
    title: `Change the network of “${await offerTitle(db, id)}”`,
    facts: [
      ['Current network', before === null ? 'any' : await networkName(db, before)],
      ['Requested network', await networkName(db, network)],
      ...(odds ? oddsFacts(odds) : []),
    ],
    related_record: { page: 'network', id: network },
  }),
};

export const describeRequest = (db: Db | Tx, { kind, summary }: ApprovalFacts): Promise<RequestDescription> =>
  (words[kind] as Describe<ApprovalKind>)(db, summary);

export const listRequestFacts = ({ kind, summary }: { kind: string; summary: object }): ApprovalFacts =>
  ({ kind, summary }) as ApprovalFacts;
