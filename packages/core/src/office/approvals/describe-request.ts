import type { ApprovalKind, ApprovalRequest } from '@inaam/contracts/approvals/approvals';
import { formatCount, formatExactRupees, formatRupees } from '@inaam/contracts/common/format';
import { toRupees } from '@inaam/contracts/common/money';
import { type Odds, tenthsToPercent } from '@inaam/contracts/offers/odds';
import type { Db, Tx } from '@inaam/db/client';
import { users } from '@inaam/db/schema/identity';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { eq } from 'drizzle-orm';
import type { ApprovalFacts, OddsSummary, SummaryOf } from '../../kernel/approval-facts.ts';

/** A request in words. Names are looked up at reading. */
export type RequestDescription = Pick<ApprovalRequest, 'title' | 'facts' | 'about'>;

/** With paise where there are any. */
const rupees = (paise: number): string => (paise % 100 === 0 ? formatRupees : formatExactRupees)(toRupees(paise));
const oddsText = (odds: Odds): string =>
  odds.map(({ amount, tenths }) => `${formatRupees(amount)} at ${tenthsToPercent(tenths)}%`).join(', ');

const offerTitle = async (db: Db | Tx, id: number): Promise<string> => {
  const [row] = await db.select({ title: offers.title }).from(offers).where(eq(offers.id, id));
  return row?.title ?? `offer ${id}`;
};
const networkName = async (db: Db | Tx, id: number): Promise<string> => {
  const [row] = await db.select({ name: networks.name }).from(networks).where(eq(networks.id, id));
  return row?.name ?? `network ${id}`;
};

const oddsFacts = ({ odds_before, odds, ...of }: OddsSummary): RequestDescription['facts'] => [
  ...(odds_before ? [['Odds now', oddsText(odds_before)] satisfies [string, string]] : []),
  ['Odds asked for', oddsText(odds)],
  ['Expected cost a spin', rupees(of.cost_paise)],
  ...(of.payout_before_paise === undefined
    ? ([['Payout', rupees(of.payout_paise)]] satisfies [string, string][])
    : ([
        ['Payout now', rupees(of.payout_before_paise)],
        ['Payout asked for', rupees(of.payout_paise)],
      ] satisfies [string, string][])),
];

type Describe<K extends ApprovalKind> = (db: Db | Tx, summary: SummaryOf[K]) => Promise<RequestDescription>;

const words: { [K in ApprovalKind]: Describe<K> } = {
  credit: async (db, { user_id: userId, offer_id: offerId, payout_paise: payout, cost_paise: cost }) => {
    const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
    return {
      title: `Credit “${await offerTitle(db, offerId)}” to ${user?.email ?? `user ${userId}`}`,
      facts: [
        ['Payout', rupees(payout)],
        ['May cost', rupees(cost)],
      ],
      about: { page: 'user', id: userId },
    };
  },
  odds: async (db, { offer_id: id, title, ...odds }) => ({
    title: id === null ? `Create “${title}” with costly odds` : `Change the odds of “${await offerTitle(db, id)}”`,
    facts: oddsFacts(odds),
    about: null,
  }),
  codes: (_, { codes, list, granted }) =>
    Promise.resolve({
      title: `Read ${formatCount(codes)} more voucher ${codes === 1 ? 'code' : 'codes'} in the clear`,
      facts: [
        ['From', list],
        ...(granted > 0 ? [['Granted in the last 24 hours', formatCount(granted)] satisfies [string, string]] : []),
        ['Good for', '24 hours once agreed to'],
      ],
      about: null,
    }),
  role: (_, { admin_id: id, username, email, role_before: before, role }) =>
    Promise.resolve({
      title: id === null ? `Create ${username} as ${role}` : `Make ${username} ${role}`,
      facts: [
        ...(before ? [['Role now', before] satisfies [string, string]] : []),
        ['Role asked for', role],
        ...(email ? [['E-mail', email] satisfies [string, string]] : []),
      ],
      about: null,
    }),
  network_secret: async (db, { network_id: id, overlap_hours: hours, secret_hint: hint }) => ({
    title: `Change the secret of ${await networkName(db, id)}`,
    facts: [
      ['Secret now', hint],
      ['The old one is good for', hours === 0 ? 'not at all' : hours === 1 ? '1 hour' : `${hours} hours`],
    ],
    about: { page: 'network', id },
  }),
  network_rate: async (db, { network_id: id, starts, changes }) => ({
    title:
      starts === undefined && id !== null
        ? `Change what calls of ${await networkName(db, id)} are worth`
        : `Let calls of ${starts} count`,
    facts: changes.map(({ what, before, after }) => [what, before === null ? after : `${before} → ${after}`]),
    about: id === null ? null : { page: 'network', id },
  }),
  offer_network: async (db, { offer_id: id, network_before: before, network, odds }) => ({
    title: `Have another network pay for “${await offerTitle(db, id)}”`,
    facts: [
      ['Network now', before === null ? 'any' : await networkName(db, before)],
      ['Network asked for', await networkName(db, network)],
      ...(odds ? oddsFacts(odds) : []),
    ],
    about: { page: 'network', id: network },
  }),
};

export const describeRequest = (db: Db | Tx, { kind, summary }: ApprovalFacts): Promise<RequestDescription> =>
  (words[kind] as Describe<ApprovalKind>)(db, summary);

/** The facts of a stored request. */
export const listRequestFacts = ({ kind, summary }: { kind: string; summary: object }): ApprovalFacts =>
  ({ kind, summary }) as ApprovalFacts;
