import type { Kernel } from '../../kernel/kernel.ts';
import { toIsoOrNull } from '../../kernel/rows.ts';

interface Row {
  network_id: number;
  last_postback_at: string | null;
  silence: number | null;
  usual: number | null;
}

/** The silence of a network, as described by `networkHealth` of the contracts. */
export interface Silence {
  last_postback_at: string | null;
  silence_seconds: number | null;
  usual_silence_seconds: number | null;
  is_silent: boolean;
}

const HOUR = 3600;

/**
 * Returns for each network how long it has been silent, and the longest usual silence: three times the pause that 90
 * percent of its pauses do not exceed, but at least an hour; null for fewer than 20 pauses. Refused postbacks may be
 * forged and do not count.
 * @param networkId one network; all by default
 */
export async function getSilences(kernel: Kernel, networkId?: number): Promise<Map<number, Silence>> {
  const rows = await kernel.read(
    // Reads only the last 500 postbacks, so that the result does not depend on the network's age.
    (_, sql) => sql<Row[]>`
      select n.id as network_id, paused.*
      from networks n, lateral (
        select max(received_at) as last_postback_at, extract(epoch from now() - max(received_at))::float8 as silence,
          case when count(pause) >= 20
            then extract(epoch from percentile_disc(0.9) within group (order by pause))::float8 end as usual
        from (
          select received_at, received_at - lag(received_at) over (order by received_at) as pause
          from (select received_at from postbacks where network_id = n.id and outcome is distinct from 'refused'
            order by received_at desc limit 500) last
        ) recent
      ) paused
      where ${networkId ?? null}::bigint is null or n.id = ${networkId ?? null}`,
  );
  return new Map(rows.map(({ network_id, ...row }) => [network_id, toSilence(row)]));
}

function toSilence({ last_postback_at, ...row }: Omit<Row, 'network_id'>): Silence {
  const usualSilence = row.usual === null ? null : Math.round(Math.max(3 * row.usual, HOUR));
  const silence = row.silence === null ? null : Math.round(row.silence);
  return {
    last_postback_at: toIsoOrNull(last_postback_at),
    silence_seconds: silence,
    usual_silence_seconds: usualSilence,
    is_silent: usualSilence !== null && silence !== null && silence > usualSilence,
  };
}
