import { DomainError } from '@inaam/contracts/common/errors';
import { toRupees } from '@inaam/contracts/common/money';
import type {
  OfferCompareInput,
  OfferComparison,
  OfferFigures,
  OfferPeriod,
  Report,
  ReportInput,
} from '@inaam/contracts/insights/report';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import { type DayRange, getDayRange, getPreviousDayRange } from './period.ts';
import { getToday, listDailyFigures, shiftDay } from './series.ts';

interface OfferRow {
  offer_id: number;
  title: string;
  clicks: number;
  conversions: number;
  revenue_paise: number;
  won_paise: number;
  margin_before: number;
}

/** Reads figures of each offer in a period, and the margin in the period to compare with; largest margin first. */
async function listOfferFigures(
  kernel: Kernel,
  { from, to }: DayRange,
  before: DayRange | null,
): Promise<OfferFigures[]> {
  const rows = await kernel.read(
    (_, sql) => sql<OfferRow[]>`
      with now as (
        select offer_id, sum(clicks) as clicks, sum(completions) as conversions, sum(revenue_paise) as revenue_paise,
          sum(won_paise) as won_paise
        from offer_days_now() where day between ${from}::date and ${to}::date group by offer_id
      ), before as (
        select offer_id, sum(revenue_paise - won_paise) as margin
        from offer_days_now() where day between ${before?.from ?? null}::date and ${before?.to ?? null}::date
        group by offer_id
      )
      select o.id as offer_id, o.title, coalesce(n.clicks, 0)::bigint as clicks,
        coalesce(n.conversions, 0)::bigint as conversions, coalesce(n.revenue_paise, 0)::bigint as revenue_paise,
        coalesce(n.won_paise, 0)::bigint as won_paise, coalesce(b.margin, 0)::bigint as margin_before
      from now n full join before b using (offer_id) join offers o on o.id = offer_id
      order by coalesce(n.revenue_paise, 0) - coalesce(n.won_paise, 0) desc, o.id`,
  );
  return rows.map(({ revenue_paise, won_paise, margin_before, ...row }) => ({
    ...row,
    revenue: toRupees(revenue_paise),
    voucher_cost: toRupees(won_paise),
    margin: toRupees(revenue_paise - won_paise),
    margin_before: before ? toRupees(margin_before) : null,
  }));
}

/** Returns figures of a period and of the period to compare with, by day and by offer. */
export async function getReport(kernel: Kernel, input: ReportInput): Promise<Report> {
  const now = await getToday(kernel);
  const span = getDayRange(input, now);
  const before = getPreviousDayRange(span, input);
  const yesterday = shiftDay(now, -1);
  const [days, daysBefore, offers, lastDay] = await Promise.all([
    listDailyFigures(kernel, span.from, span.to),
    before ? listDailyFigures(kernel, before.from, before.to) : [],
    listOfferFigures(kernel, span, before),
    listDailyFigures(kernel, yesterday, yesterday),
  ]);
  return { ...span, before, days, days_before: daysBefore, yesterday: oneRow(lastDay), offers };
}

interface PeriodRow {
  known: boolean;
  clicks: number;
  completions: number;
  spins: number;
  wins: number;
  revenue_paise: number;
  won_paise: number;
}

/** Reads figures of one offer in a range of days from counters. @throws DomainError OFFER_NOT_FOUND */
async function readOfferPeriod(kernel: Kernel, offerId: number, { from, to }: DayRange): Promise<OfferPeriod> {
  const { known, revenue_paise, won_paise, ...counts } = oneRow(
    await kernel.read(
      (_, sql) => sql<PeriodRow[]>`
        select exists (select from offers where id = ${offerId}) as known,
          coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(completions), 0)::bigint as completions,
          coalesce(sum(spins), 0)::bigint as spins, coalesce(sum(wins), 0)::bigint as wins,
          coalesce(sum(revenue_paise), 0)::bigint as revenue_paise, coalesce(sum(won_paise), 0)::bigint as won_paise
        from offer_days_now() where offer_id = ${offerId} and day between ${from}::date and ${to}::date`,
    ),
  );
  if (!known) throw new DomainError('OFFER_NOT_FOUND');
  return {
    from,
    to,
    ...counts,
    revenue: toRupees(revenue_paise),
    voucher_cost: toRupees(won_paise),
    margin: toRupees(revenue_paise - won_paise),
  };
}

/** Compares one offer in two periods. @throws DomainError OFFER_NOT_FOUND */
export async function compareOfferPeriods(kernel: Kernel, input: OfferCompareInput): Promise<OfferComparison> {
  const span = getDayRange(input, await getToday(kernel));
  const before = getPreviousDayRange(span, input);
  return {
    now: await readOfferPeriod(kernel, input.offer_id, span),
    before: before && (await readOfferPeriod(kernel, input.offer_id, before)),
  };
}
