import type { Kernel } from '../kernel/kernel.ts';

/** What an operator watches, as the database has it now. Counts of the last minute are of the minute before now. */
export interface OperationsFigures {
  /** By network (its slug, or 'unknown') and outcome, of the last minute; 'unjudged' where nobody has judged it yet. */
  postbacks: { network: string; outcome: string; count: number }[];
  /** Stored calls that wait to be judged, whenever they came. */
  unjudged: number;
  /** Ever; wins, and spins without one. Of completions since the product began, a second behind. */
  spins: { won: number; lost: number };
  /** Stock by amount in paise: free vouchers, how many were ever won, and wins that wait for one. */
  stock: { amount_paise: number; free: number; awarded: number; owed: number; owed_seconds: number }[];
  /** In the outbox, and how long the one that is due the longest waits, in seconds. */
  messages: { queued: number; failed: number; overdue_seconds: number };
  webhooks: { queued: number; failed: number; overdue_seconds: number };
  /** Security events of the last minute by their kind. */
  security: { kind: string; count: number }[];
  /** Seconds for which facts have waited for a consumer of the feed; 0 where none wait. */
  feed: { consumer: string; seconds: number }[];
  /** Seconds that each standby is behind, by its name; empty where there is none, or the role may not see them. */
  replicas: { name: string; seconds: number }[];
}

/** Reads them in one statement, which costs some milliseconds: for every quarter of a minute, not for every call. */
export async function operationsFigures(kernel: Pick<Kernel, 'read'>): Promise<OperationsFigures> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ figures: OperationsFigures }[]>`
      select jsonb_build_object(
        'postbacks', (select coalesce(jsonb_agg(p), '[]') from (
          select coalesce(n.slug, 'unknown') as network, coalesce(outcome, 'unjudged') as outcome, count(*) as count
          from postbacks p left join networks n on n.id = p.network_id
          where received_at > now() - interval '1 minute' group by 1, 2) p),
        'unjudged', (select count(*) from postbacks where outcome is null),
        'spins', (select jsonb_build_object('won', coalesce(sum(won), 0), 'lost', coalesce(sum(lost), 0))
          from conversion_days),
        'stock', (select coalesce(jsonb_agg(s), '[]') from (
          select amount_paise, coalesce(f.free, 0) as free, coalesce(c.awarded, 0) as awarded,
            coalesce(o.owed, 0) as owed, coalesce(o.seconds, 0) as owed_seconds
          from (select amount_paise, count(*) as free from free_vouchers group by 1) f
          full join (select amount_paise, sum(awarded) as awarded from voucher_counts group by 1) c using (amount_paise)
          full join (select amount_paise, count(*) as owed,
            extract(epoch from now() - min(owed_since))::float8 as seconds
            from owed_wins group by 1) o using (amount_paise)
          order by 1) s),
        'messages', (select jsonb_build_object('queued', count(*) filter (where status = 'queued'),
          'failed', count(*) filter (where status = 'failed' and settled_at > now() - interval '1 day'),
          'overdue_seconds', greatest(0, coalesce(extract(epoch from now() - min(due_at)
            filter (where status = 'queued')), 0)))
          from messages where status = 'queued' or settled_at > now() - interval '1 day'),
        'webhooks', (select jsonb_build_object('queued', count(*) filter (where status = 'queued'),
          'failed', count(*) filter (where status = 'failed' and settled_at > now() - interval '1 day'),
          'overdue_seconds', greatest(0, coalesce(extract(epoch from now() - min(due_at)
            filter (where status = 'queued')), 0)))
          from webhook_deliveries where status = 'queued' or settled_at > now() - interval '1 day'),
        'security', (select coalesce(jsonb_agg(e), '[]') from (
          select kind, sum(count)::int as count from security_events
          where at > now() - interval '1 minute' group by 1) e),
        'feed', (select coalesce(jsonb_agg(f), '[]') from (
          select name as consumer,
            case when feed_waits(name) then extract(epoch from now() - folded_at)::float8 else 0 end as seconds
          from feed_consumers order by 1) f),
        'replicas', (select coalesce(jsonb_agg(r), '[]') from (
          select application_name as name, coalesce(extract(epoch from replay_lag), 0)::float8 as seconds
          from pg_stat_replication where state is not null) r)
      ) as figures`,
  );
  if (!row) throw new Error('the figures gave no row');
  return row.figures;
}
