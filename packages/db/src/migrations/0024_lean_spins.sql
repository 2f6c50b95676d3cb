-- Domains check values in place of checks, which each insert parses and plans anew (infra/docs/decisions/0046). The
-- tables are written anew: nobody spins meanwhile.
create domain thousandth as integer check (value between 0 and 999);
--> statement-breakpoint
create domain positive_paise as bigint check (value > 0);
--> statement-breakpoint
create domain ordinal as smallint check (value > 0);
--> statement-breakpoint
create domain seed_share as text check (value in ('open', 'committed', 'lost'));
--> statement-breakpoint
-- Made again with the functions. Nothing but functions reads it.
drop view if exists spin_states;
--> statement-breakpoint
alter table spins
  drop constraint spins_roll,
  drop constraint spins_amount,
  drop constraint spins_share,
  drop constraint spins_complete;
--> statement-breakpoint
alter table spins
  alter column roll type thousandth,
  alter column landing_part type thousandth using coalesce(landing_part, 0),
  alter column landing_part set not null,
  alter column wheel_layout type smallint using coalesce(wheel_layout, 0),
  alter column wheel_layout set not null,
  alter column client_seed type text using coalesce(client_seed, ''),
  alter column client_seed set not null,
  alter column share type seed_share using coalesce(share, 'open'),
  alter column share set not null,
  alter column amount_paise type positive_paise;
--> statement-breakpoint
alter table spins add constraint spins_complete check (
  case when roll is null then coalesce(amount_paise, wheel_layout) = 0 else wheel_layout > 0 end);
--> statement-breakpoint
alter table voucher_awards
  drop constraint voucher_awards_turn,
  alter column turn drop default,
  alter column turn type ordinal,
  alter column turn set default 1;
