import type { AuditAction } from '@inaam/contracts/audit/actions';
import type { OperationsMetrics } from '@inaam/contracts/insights/operations';
import type { Kernel } from '../../kernel/kernel.ts';

/** Reads all metrics in one statement, which takes some milliseconds. Call it every 15 seconds, not per request. */
export async function getOperationsMetrics(kernel: Pick<Kernel, 'read'>): Promise<OperationsMetrics> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ figures: OperationsMetrics }[]>`
      select jsonb_build_object(
        'postbacks', (select coalesce(jsonb_agg(p), '[]') from (
          select coalesce(n.slug, 'unknown') as network, coalesce(outcome, 'unjudged') as outcome, count(*) as count
          from postbacks p left join networks n on n.id = p.network_id
          where received_at > now() - interval '1 minute' group by 1, 2) p),
        'unjudged', (select count(*) from postbacks where outcome is null),
        'spins', (select jsonb_build_object('won', coalesce(sum(won), 0), 'lost', coalesce(sum(lost), 0))
          from conversion_totals),
        'stock', (select coalesce(jsonb_agg(s), '[]') from (
          -- Reads counters that the change feed keeps, because there are some hundred thousand rows of vouchers.
          select amount_paise, coalesce(c.free, 0) as free, coalesce(c.awarded, 0) as awarded,
            coalesce(o.owed, 0) as owed, coalesce(o.seconds, 0) as owed_seconds
          from (select amount_paise, sum(total - expired - awarded) as free, sum(awarded) as awarded
            from voucher_counts group by 1) c
          full join (select amount_paise, count(*) as owed,
            extract(epoch from now() - min(owed_since))::float8 as seconds
            from owed_wins group by 1) o using (amount_paise)
          order by 1) s),
        'messages', (select jsonb_build_object('queued', count(*),
          'overdue_seconds', greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0)),
          'failed', (select count(*) from messages
            where status = 'failed' and settled_at > now() - interval '1 day'))
          from messages where status = 'queued'),
        'webhooks', (select jsonb_build_object('queued', count(*),
          'overdue_seconds', greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0)),
          'failed', (select count(*) from webhook_deliveries
            where status = 'failed' and settled_at > now() - interval '1 day'))
          from webhook_deliveries where status = 'queued'),
        'security', (select coalesce(jsonb_agg(e), '[]') from (
          select kind, sum(count)::int as count from security_events
          where at > now() - interval '1 minute' and at <= now() group by 1) e),
        'feed', (select coalesce(jsonb_agg(f), '[]') from (
          select name as consumer,
            case when change_feed_has_pending(name) then extract(epoch
              from now() - advanced_at)::float8 else 0 end as seconds
          from change_feed_consumers order by 1) f),
        'replicas', (select coalesce(jsonb_agg(r), '[]') from (
          select application_name as name, coalesce(extract(epoch from replay_lag), 0)::float8 as seconds
          from pg_stat_replication where state is not null) r),
        'paused', (select coalesce(jsonb_agg(distinct
            part || case when offer_id > 0 then ' of an offer' else '' end), '[]') from list_stopped()),
        'spend', (select jsonb_build_object(
          'hour', (select coalesce(greatest(sum(won_paise), sum(expected_paise)), 0) from spend_since(ist_hour(now()))),
          'usual_hour', (select max(paise) from (
            select greatest(sum(won_paise), sum(expected_paise)) as paise from spend_hours
            where hour in (select ist_hour(now()) - n * interval '7 days' from generate_series(1, 4) n)
            group by hour) w),
          'ceiling_share', (select coalesce(max(spent_paise::float8 / paise), 0) from list_ceilings()))),
        'losing_offers', (select count(*) from offers o where o.active and (
            select coalesce(sum((t.last_roll - t.first_roll + 1) * t.amount_paise), 0) / 1000.0
            from offer_odds_outcomes t where t.offer_id = o.id and t.version = o.odds_version
          ) > coalesce((
            select sum(c.revenue_paise)::numeric / nullif(sum(c.approved), 0)
            from conversion_totals c where c.offer_id = o.id
          ), get_default_payout(o))),
        'books', (select coalesce(jsonb_agg(b), '[]') from (
          select case when part in ('seals', 'entries') then 'audit' else 'ledger' end as book,
            sum(cardinality(differences))::int as differences,
            extract(epoch from now() - max(checked_at))::float8 as checked_seconds,
            extract(epoch from now() - min(coalesce(checked_at, added_at)))::float8 as oldest_seconds
          from book_checks group by 1 order by 1) b),
        'test_page_at', (select extract(epoch from max(at))::float8 from audit_log
          where action = ${'operations.send_test_page' satisfies AuditAction}),
        'partitions', (select coalesce(jsonb_agg(p), '[]') from (
          select parent as table, extract(day from max(end_at) - now())::int as days
          from partitions() where not is_default group by 1 order by 1) p)
      ) as figures`,
  );
  if (!row) throw new Error('the query of metrics returned no row');
  return row.figures;
}
