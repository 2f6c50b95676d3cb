/**
 * Defects that somebody could make tomorrow, each with the tests that must go red. A defect names the text that it
 * changes, so that it moves with the code; where the text is gone, the defect is to be thought anew, not deleted.
 */

export interface Mutant {
  /** What is wrong then, in words for the table. */
  defect: string;
  /** A file from the root; or `sql`: the function of the database that is changed, or `trigger` and its name. */
  at: { file: string } | { sql: string };
  /** Occurs exactly once in the file, or in the function. */
  find: string;
  replace: string;
  /** Test files from the root: one of their tests fails. */
  tests: readonly string[];
}

const DAYS = 'packages/core/src/ledger/completions/days.test.ts';
const STOCK_LOCK = 'packages/core/src/ledger/vouchers/stock-lock.test.ts';
const STOCK_QUEUE = 'packages/db/src/stock-queue.test.ts';
const FEED = 'packages/db/src/feed.test.ts';
const LAST_DAY = 'packages/core/src/ledger/vouchers/last-day.test.ts';
const SPIN = 'packages/core/src/ledger/spins/spin.test.ts';
const VOUCHERS = 'packages/core/src/ledger/vouchers/vouchers.test.ts';
const SUPPORT = 'packages/core/src/ledger/vouchers/support.test.ts';
const CONSTRAINTS = 'packages/db/src/constraints';
const JUDGE = 'packages/core/src/partners/postbacks/judge.test.ts';
const JUDGE_FACTS = 'packages/core/src/partners/postbacks/judge-facts.test.ts';
const KEPT = 'packages/core/src/ledger/offers/kept-lists.test.ts';
const FIGURES = 'packages/core/src/insight/conversions/figures.test.ts';
const TOGETHER = 'packages/core/src/partners/postbacks/together.test.ts';
const VERIFY = 'packages/core/src/partners/postbacks/verify.test.ts';
const SESSIONS = 'packages/core/src/people/sessions/sessions.test.ts';
const GUESSES = 'packages/core/src/people/passwords/guesses.test.ts';
const SIGN_IN = 'packages/core/src/people/account/sign-in.test.ts';
const AUDITED = 'packages/router/src/audited.test.ts';
const AUTHORISATION = 'packages/router/src/authorisation.test.ts';
const WHEEL = 'packages/ui/src/wheel.test.tsx';
const SPIN_DIALOG = 'apps/user/src/features/spins/spin-dialog.test.tsx';
const VOUCHERS_SCREEN = 'apps/admin/src/features/vouchers/vouchers-screen.test.tsx';

const days: Mutant[] = [
  {
    defect: 'a reversal is booked on today instead of the completion’s day',
    at: { sql: 'offer_day_changes' },
    find: '(f.completed_day, f.sign * f.approved',
    replace: '(ist_day(now()), f.sign * f.approved',
    tests: [DAYS],
  },
  {
    defect: 'the feed books what it folds on today',
    at: { sql: 'fold_figures' },
    find: 'select completed_day as day',
    replace: 'select ist_day(now()) as day',
    tests: [DAYS],
  },
  {
    defect: 'a confirmation is booked on today instead of the completion’s day',
    at: { sql: 'completion_figures' },
    find: '(c.completed_at at time zone',
    replace: '(coalesce(c.approved_at, p.at, c.completed_at) at time zone',
    tests: [DAYS],
  },
  {
    defect: 'the figures of conversions are booked on the day of the change',
    at: { sql: 'conversion_day_changes' },
    find: 'select f.completed_day, f.offer_id',
    replace: 'select ist_day(now()), f.offer_id',
    tests: [DAYS],
  },
  {
    defect: 'a spin is booked on the day of its completion',
    at: { sql: 'offer_day_changes' },
    find: '(f.spun_day, 0, f.sign * f.spun',
    replace: '(f.completed_day, 0, f.sign * f.spun',
    tests: [DAYS],
  },
  {
    defect: 'a voucher cannot be won on its last day',
    at: { sql: 'pick_free_voucher' },
    find: 'greatest(p_expiry, today)',
    replace: 'greatest(p_expiry, today + 1)',
    tests: [LAST_DAY],
  },
  {
    defect: 'a voucher is won on the day after its last',
    at: { sql: 'pick_free_voucher' },
    find: 'greatest(p_expiry, today)',
    replace: 'p_expiry',
    tests: [LAST_DAY],
  },
  {
    defect: 'the job expires vouchers on their last day',
    at: { sql: 'expire_due_vouchers' },
    find: 'expiry_date < ist_day(now())',
    replace: 'expiry_date <= ist_day(now())',
    tests: [LAST_DAY],
  },
  {
    defect: 'a voucher cannot be reactivated on its last day',
    at: { sql: 'move_voucher' },
    find: 'v.expiry_date < ist_day(now())',
    replace: 'v.expiry_date <= ist_day(now())',
    tests: [LAST_DAY],
  },
  {
    defect: 'the forecast counts stock whose day has passed',
    at: { sql: 'stock_forecast' },
    find: 'where expiry_date < ist_day(now()) group by 1',
    replace: 'where false group by 1',
    tests: [LAST_DAY],
  },
];

const stock: Mutant[] = [
  {
    defect: 'a spin that finds no stock does not take the lock of the stock',
    at: { sql: 'take_free_voucher' },
    find: `  perform lock_voucher_amount(p_amount);
`,
    replace: '',
    tests: [STOCK_LOCK],
  },
  {
    defect: 'an import does not take the lock of the stock',
    at: { sql: 'add_vouchers' },
    find: `  perform lock_voucher_amount(p_amount);
`,
    replace: '',
    tests: [STOCK_LOCK],
  },
  {
    defect: 'a reactivation puts a voucher into the stock past its lock and the owed wins',
    at: { sql: 'move_voucher' },
    find: 'perform add_free_vouchers(v.amount_paise, array[p_voucher]);',
    replace: 'insert into free_vouchers values (v.amount_paise, v.expiry_date, p_voucher);',
    tests: [STOCK_LOCK],
  },
  {
    defect: 'a spin does not wait for a voucher that another one may give back',
    at: { sql: 'take_free_voucher' },
    find: 'if not found and not exists (',
    replace: 'if true or not exists (',
    tests: [STOCK_LOCK],
  },
  {
    defect: 'the voucher that expires last is won first',
    at: { sql: 'pick_free_voucher' },
    find: 'order by expiry_date, voucher_id limit 1',
    replace: 'order by expiry_date desc, voucher_id limit 1',
    tests: [SPIN],
  },
  {
    defect: 'the search for a voucher begins behind one that came meanwhile',
    at: { sql: 'begin_stock_at' },
    find: `where amount_paise = p_amount and additions = p_additions
    and (from_expiry_date, from_voucher_id) < (p_expiry, p_voucher) for update skip locked;
  if found then
    update voucher_amounts set from_expiry_date = p_expiry, from_voucher_id = p_voucher
    where amount_paise = p_amount and additions = p_additions;`,
    replace: `where amount_paise = p_amount for update skip locked;
  if found then
    update voucher_amounts set from_expiry_date = p_expiry, from_voucher_id = p_voucher
    where amount_paise = p_amount;`,
    tests: [STOCK_QUEUE],
  },
  {
    defect: 'stock that expires before the rest lies before the place where searches begin',
    at: { sql: 'add_free_vouchers' },
    find: 'from_expiry_date = least(from_expiry_date, coalesce(first.expiry_date, from_expiry_date)),',
    replace: 'from_expiry_date = from_expiry_date,',
    tests: [STOCK_QUEUE],
  },
  {
    defect: 'a voucher that was given back before the place where searches begin is lost',
    at: { sql: 'take_free_voucher' },
    find: "from pick_free_voucher(p_amount, '-infinity', 0);",
    replace: 'from pick_free_voucher(p_amount, a.from_expiry_date, a.from_voucher_id);',
    tests: [STOCK_QUEUE],
  },
  {
    defect: 'stock that arrives goes to the newest of the owed wins',
    at: { sql: 'add_free_vouchers' },
    find: 'order by u.deleted_at is not null, w.number for update of w',
    replace: 'order by u.deleted_at is not null, w.number desc for update of w',
    tests: [SPIN],
  },
  {
    defect: 'an import leaves owed wins without what arrives',
    at: { sql: 'add_vouchers' },
    find: 'filled := add_free_vouchers(p_amount, v_ids);',
    replace: 'insert into free_vouchers select amount_paise, expiry_date, id from vouchers where id = any(v_ids);',
    tests: [SPIN],
  },
  {
    defect: 'a voucher that was won can be deleted, for all that the move says',
    at: { sql: 'delete_voucher' },
    find: "v.status in ('assigned', 'used')",
    replace: "v.status = 'used'",
    tests: [VOUCHERS],
  },
  {
    defect: 'a voucher is deleted without a row in the audit log',
    at: { sql: 'delete_voucher' },
    find: 'perform write_audit(p_actor,',
    replace: "perform format('', p_actor,",
    tests: [AUDITED],
  },
  {
    defect: 'a voucher is moved without a row in the audit log',
    at: { sql: 'move_voucher' },
    find: 'perform write_audit(p_actor,',
    replace: "perform format('', p_actor,",
    tests: [AUDITED],
  },
  {
    defect: 'anybody can mark a voucher as used',
    at: { sql: 'use_voucher' },
    find: 'c.id = a.completion_id and c.user_id = p_user',
    replace: 'c.id = a.completion_id',
    tests: [VOUCHERS],
  },
  {
    defect: 'a resend that is run again after its answer was lost tells the winner again',
    at: { sql: 'resend_voucher' },
    find: "and after ->> 'call' = p_call",
    replace: 'and false',
    tests: [SUPPORT],
  },
  {
    defect: 'a voucher that is replaced goes back into stock',
    at: { sql: 'replace_voucher' },
    find: 'voucher_id := take_free_voucher(v.amount_paise);',
    replace: `voucher_id := take_free_voucher(v.amount_paise);
    insert into free_vouchers values (v.amount_paise, v.expiry_date, p_voucher);`,
    tests: [SUPPORT],
  },
  {
    defect: 'a voucher that was won can be deleted, whatever the move says',
    at: { sql: 'vouchers_guard' },
    find: `if is_won then
      raise exception 'a voucher that was won cannot be deleted'`,
    replace: `if false then
      raise exception 'a voucher that was won cannot be deleted'`,
    tests: [`${CONSTRAINTS}/vouchers.test.ts`],
  },
  {
    defect: 'an award can be changed',
    at: { sql: 'trigger voucher_awards_kept' },
    find: 'before update or delete or truncate on voucher_awards',
    replace: 'before truncate on voucher_awards',
    tests: [`${CONSTRAINTS}/vouchers.test.ts`],
  },
];

const spins: Mutant[] = [
  {
    defect: 'a completion is spun twice, for all that the move says',
    at: { sql: 'settle_completion' },
    find: 'on conflict (completion_id) do nothing',
    replace: 'on conflict (completion_id) do update set roll = excluded.roll',
    tests: [SPIN],
  },
  {
    defect: 'a completion that nobody has confirmed is spun',
    at: { sql: 'settle_completion' },
    find: 'else is_approved_later(c.id) end',
    replace: 'else true end',
    tests: [JUDGE],
  },
  {
    defect: 'a completion is spun within its hold time',
    at: { sql: 'settle_completion' },
    find: 'c.held_until <= now()',
    replace: 'true',
    tests: [JUDGE],
  },
  {
    defect: 'spins that come together settle what nobody has confirmed',
    at: { sql: 'settle_completions' },
    find: 'else is_approved_later(c.id) end',
    replace: 'else true end',
    tests: [SPIN],
  },
  {
    defect: 'spins that come together win a voucher that has expired',
    at: { sql: 'settle_completions' },
    find: 'greatest(w.from_expiry_date, today)',
    replace: 'w.from_expiry_date',
    tests: [SPIN],
  },
  {
    defect: 'spins that come together keep the vouchers in the stock',
    at: { sql: 'settle_completions' },
    find: 'delete from free_vouchers f using picked p where f.voucher_id = p.voucher_id',
    replace: 'delete from free_vouchers f using picked p where false',
    tests: [SPIN],
  },
  {
    defect: 'a confirmation is not counted in the figures of all days',
    at: { sql: 'fold_figures' },
    find: 'approved = t.approved + excluded.approved',
    replace: 'approved = t.approved',
    tests: [FIGURES],
  },
  {
    defect: 'figures of all days count what was confirmed before twice until it is folded',
    at: { sql: 'conversion_total_changes' },
    find: 'sum(f.sign * f.approved)::int',
    replace: 'sum(f.approved)::int',
    tests: [FIGURES],
  },
  {
    defect: 'clicks that come later are not added to those of their offer',
    at: { sql: 'fold_figures' },
    find: 'update set clicks = t.clicks + excluded.clicks',
    replace: 'update set clicks = t.clicks',
    tests: [FIGURES],
  },
  {
    defect: 'who completed several offers is taken for several users',
    at: { file: 'packages/core/src/insight/conversions/users-of-completions.ts' },
    find: 'select max(number) as most',
    replace: 'select sum(number) as most',
    tests: ['packages/core/src/insight/conversions/users-of-completions.test.ts'],
  },
  {
    defect: 'users of an offer are counted with those whose completion nobody confirmed',
    at: { file: 'packages/core/src/insight/conversions/figures.ts' },
    find: 'counted ?? figures.total - figures.unapproved',
    replace: 'counted ?? figures.total',
    tests: ['packages/core/src/insight/conversions/users-of-completions.test.ts'],
  },
  {
    defect: 'a list of clicks has the days of completions',
    at: { file: 'packages/core/src/insight/conversions/matching.ts' },
    find: 'since(completionRows.completedAt, dateRange), since(completionRows.clickedAt, dateRange)',
    replace: 'since(completionRows.completedAt, dateRange)',
    tests: ['packages/core/src/insight/offer-clicks/list-offer-clicks.test.ts'],
  },
  {
    defect: 'vouchers of a brand are bounded by those of all days, whatever days are asked for',
    at: { file: 'packages/core/src/insight/stock/matching.ts' },
    find: "brands.length === 0 || input.expiry_filter !== 'all'",
    replace: 'brands.length === 0',
    tests: ['packages/core/src/ledger/vouchers/filters.test.ts'],
  },
  {
    defect: 'clicks of one kind of users are bounded by those of the other',
    at: { file: 'packages/core/src/insight/offer-clicks/matching.ts' },
    find: "eq(google, input.userType === 'firebase')",
    replace: "eq(google, input.userType !== 'firebase')",
    tests: ['packages/core/src/insight/offer-clicks/list-offer-clicks.test.ts'],
  },
  {
    defect: 'a second batch begins beside the first for whoever comes',
    at: { file: 'packages/core/src/kernel/batches.ts' },
    find: 'waiting.length >= beside',
    replace: 'waiting.length >= 1',
    tests: ['packages/core/src/kernel/batches.test.ts'],
  },
  {
    defect: 'random bytes are given twice',
    at: { file: 'packages/core/src/kernel/random.ts' },
    find: 'given += count;',
    replace: 'given += count >> 1;',
    tests: ['packages/core/src/kernel/random.test.ts'],
  },
  {
    defect: 'what was won is not counted for its user',
    at: { sql: 'user_stat_changes' },
    find: 'f.sign * f.won_paise as won_paise',
    replace: '0 as won_paise',
    tests: ['packages/core/src/insight/figures/rollups.test.ts'],
  },
  {
    defect: 'the seed of a draw can be changed',
    at: { sql: 'trigger completions_kept' },
    find: 'before update or delete or truncate on completions',
    replace: 'before delete or truncate on completions',
    tests: [`${CONSTRAINTS}/completions.test.ts`],
  },
  {
    defect: 'a settled spin can be changed',
    at: { sql: 'trigger spins_kept' },
    find: 'before update or delete or truncate on spins',
    replace: 'before truncate on spins',
    tests: [`${CONSTRAINTS}/spins.test.ts`],
  },
  {
    defect: 'odds that were promised can be changed',
    at: { sql: 'trigger offer_odds_kept' },
    find: 'before update or delete or truncate on offer_odds',
    replace: 'before truncate on offer_odds',
    tests: [`${CONSTRAINTS}/spins.test.ts`],
  },
  {
    defect: 'a roll wins what the next prize is',
    at: { sql: 'write_odds_outcomes' },
    find: 'upto - tenths, upto - 1',
    replace: 'upto - tenths - 1, upto - 2',
    tests: [`${CONSTRAINTS}/spins.test.ts`],
  },
  {
    defect: 'the check of the ledger says nothing of a win without a voucher',
    at: { sql: 'ledger_differences' },
    find: 'where s.amount_paise is not null and coalesce(h.kept, 0) = 0 and w.completion_id is null',
    replace: 'where false',
    tests: [`${CONSTRAINTS}/ledger.test.ts`],
  },
  {
    defect: 'a wheel is spun for somebody else’s completion',
    at: { file: 'packages/core/src/ledger/spins/spin.ts' },
    find: 'where c.user_id = ${userId} and c.offer_id = ${offerId}',
    replace: 'where (true or c.user_id = ${userId}) and c.offer_id = ${offerId}',
    tests: [SPIN],
  },
  {
    defect: 'the first roll behind a prize wins it as well',
    at: { file: 'packages/contracts/src/offers/odds.ts' },
    find: 'if (roll < end) return index;',
    replace: 'if (roll <= end) return index;',
    tests: ['packages/contracts/src/offers/odds.test.ts', 'packages/contracts/src/spins/wheel.test.ts'],
  },
  {
    defect: 'words of a digest that make the draw uneven are taken',
    at: { file: 'packages/contracts/src/spins/draw.ts' },
    find: 'if (word < FAIR_LIMIT) return',
    replace: 'if (word >= 0) return',
    tests: ['packages/contracts/src/spins/draw.test.ts'],
  },
  {
    defect: 'the caller’s words do not count in the draw',
    at: { file: 'packages/contracts/src/spins/draw.ts' },
    find: 'const base = `${clientSeed}:${completionId}`;',
    replace: 'const base = `:${completionId}`;',
    tests: ['packages/contracts/src/spins/draw.test.ts', SPIN],
  },
  {
    defect: 'the wheel’s slices are drawn 90° off',
    at: { file: 'packages/ui/src/wheel.tsx' },
    find: '((angle - 90) * Math.PI) / 180',
    replace: '(angle * Math.PI) / 180',
    tests: [WHEEL],
  },
  {
    defect: 'the arcs of the wheel bulge the other way',
    at: { file: 'packages/ui/src/wheel.tsx' },
    find: 'to - from > 180 ? 1 : 0',
    replace: 'to - from > 180 ? 0 : 1',
    tests: [WHEEL],
  },
  {
    defect: 'the pointer shows another prize: the wheel is turned the other way',
    at: { file: 'packages/ui/src/wheel.tsx' },
    find: '`rotate(${rotation}deg)`',
    replace: '`rotate(${-rotation}deg)`',
    tests: [WHEEL],
  },
  {
    defect: 'the pointer shows another prize: the wheel lands where its mirror image would',
    at: { file: 'apps/user/src/features/spins/timeline.ts' },
    find: '(((-angle - least) % 360) + 360) % 360',
    replace: '(((angle - least) % 360) + 360) % 360',
    tests: [SPIN_DIALOG],
  },
  {
    defect: 'the server tells a landing point a quarter turn from the roll',
    at: { file: 'packages/contracts/src/spins/wheel.ts' },
    find: 'degrees(before + (part + 0.5) / PARTS_PER_ROLL)',
    replace: 'degrees(before + 250 + (part + 0.5) / PARTS_PER_ROLL)',
    tests: ['packages/contracts/src/spins/wheel.test.ts'],
  },
];

const postbacks: Mutant[] = [
  {
    defect: 'a completion and its reversal that arrive at once do not see each other',
    at: { sql: 'receive_postback' },
    find:
      'perform pg_advisory_xact_lock(transaction_lock(p_network, v_transaction)),\n' +
      '      pg_advisory_xact_lock(click_lock(p_network, v_click));',
    replace: 'null;',
    tests: ['packages/core/src/partners/postbacks/transaction-lock.test.ts'],
  },
  {
    defect: 'postbacks that come together do not see who is at the same click',
    at: { sql: 'receive_postbacks' },
    find: "then pg_try_advisory_xact_lock(click_lock(a.network_id, a.verdict ->> 'click_id')) end);",
    replace: 'then true end);',
    tests: [TOGETHER],
  },
  {
    defect: 'postbacks that come together forget a reversal that came before',
    at: { sql: 'receive_postbacks' },
    find: 'where w.click_id = k.click_id',
    replace: 'where w.click_id is null',
    tests: [TOGETHER],
  },
  {
    defect: 'postbacks that come together leave the case about them open',
    at: { sql: 'receive_postbacks' },
    find: "k.offer_id = m.offer_id and k.status = 'open'",
    replace: "k.offer_id = m.offer_id and k.status = 'closed'",
    tests: [TOGETHER],
  },
  {
    defect: 'a completion is reversed twice',
    at: { sql: 'reverse_completion' },
    find: 'if not found then',
    replace: 'if false then',
    tests: [JUDGE],
  },
  {
    defect: 'a completion that was spun cannot be reversed',
    at: { sql: 'reverse_completion' },
    find: "values (p_completion, 0, 0, '', 'open') on conflict (completion_id) do nothing;",
    replace: "values (p_completion, 0, 0, '', 'open');",
    tests: [JUDGE],
  },
  {
    defect: 'a reversal leaves the revenue in the figures',
    at: { sql: 'completion_figures' },
    find: ' and r.completion_id is null',
    replace: '',
    tests: [JUDGE],
  },
  {
    defect: 'a confirmation after the reversal counts its revenue',
    at: { sql: 'completion_figures' },
    find: "r.kind = 'reversed' and r.xid < p_before",
    replace: "r.kind = 'reversed' and r.xid < p_before and r.at >= coalesce(p.at, r.at)",
    tests: [JUDGE],
  },
  {
    defect: 'a reversal that came before its completion is forgotten',
    at: { sql: 'apply_new' },
    find: "perform match_early_reversals(v_id, p.network_id, p_verdict ->> 'transaction_id', p_actor);",
    replace: 'null;',
    tests: [JUDGE],
  },
  {
    defect: 'a reversal counts although it names another click',
    at: { sql: 'apply_reversal' },
    find: 'is_of_click := is_click_of(c, p_click);',
    replace: 'is_of_click := true;',
    tests: [JUDGE],
  },
  {
    defect: 'a payout above the network’s ceiling is credited',
    at: { sql: 'apply_new' },
    find: "elsif v_paise > (p_verdict ->> 'payout_ceiling_paise')::bigint then",
    replace: 'elsif false then',
    tests: [JUDGE_FACTS, JUDGE],
  },
  {
    defect: 'a click of any age is credited',
    at: { sql: 'apply_new' },
    find: "elsif k.created_at < p.received_at - make_interval(secs => (p_verdict ->> 'click_window_seconds')::int) then",
    replace: 'elsif false then',
    tests: [JUDGE_FACTS, JUDGE],
  },
  {
    defect: 'a step that is confirmed without a sum counts as the offer says, whatever was announced',
    at: { sql: 'apply_goal' },
    find: "case when not coalesce((p_verdict ->> 'is_default')::boolean, false) then v_micros end;",
    replace: 'v_micros;',
    tests: ['packages/core/src/partners/postbacks/goals-model.test.ts'],
  },
  {
    defect: 'a reversal that waited takes back what an admin credited since',
    at: { sql: 'match_early_reversals' },
    find: "continue when f.found_by = 'click' and",
    replace: 'continue when false and',
    tests: ['packages/core/src/partners/postbacks/one-of-two.test.ts'],
  },
  {
    defect: 'a network is credited for another network’s offer',
    at: { sql: 'apply_new' },
    find: 'is_foreign := not exists (',
    replace: 'is_foreign := false and not exists (',
    tests: ['packages/core/src/partners/postbacks/receive.test.ts', JUDGE_FACTS],
  },
  {
    defect: 'a completion is a fact no more: it can be deleted',
    at: { sql: 'trigger completions_kept' },
    find: 'before update or delete or truncate on completions',
    replace: 'before update or truncate on completions',
    tests: [`${CONSTRAINTS}/completions.test.ts`],
  },
  {
    defect: 'the audit log can be changed',
    at: { sql: 'trigger audit_log_append_only' },
    find: 'before update or delete or truncate on audit_log',
    replace: 'before truncate on audit_log',
    tests: [`${CONSTRAINTS}/users-and-audit.test.ts`],
  },
  {
    defect: 'a credit by hand is not in its user’s revenue',
    at: { sql: 'completion_figures' },
    find: 'case when (c.approved_at',
    replace: "case when c.source = 'network' and (c.approved_at",
    tests: ['packages/core/src/ledger/completions/credit.test.ts'],
  },
  {
    defect: 'a signature that is wrong is taken',
    at: { file: 'packages/core/src/partners/postbacks/verify.ts' },
    find: 'timingSafeEqual(sha256(a), sha256(b))',
    replace: 'timingSafeEqual(sha256(a), sha256(a))',
    tests: [VERIFY],
  },
  {
    defect: 'a secret follows a redirect to another origin',
    at: { file: 'packages/core/src/kernel/fetch.ts' },
    find: 'url.origin === first.origin ? { ...headers, ...own } : headers',
    replace: '{ ...headers, ...own }',
    tests: ['packages/core/src/partners/feed/redirect.test.ts'],
  },
  {
    defect: 'a feed is fetched from addresses of our own network',
    at: { file: 'packages/core/src/kernel/outgoing.ts' },
    find: "read.range() === 'unicast' && !isCompatible",
    replace: 'true',
    tests: ['packages/core/src/kernel/fetch.test.ts'],
  },
  {
    defect: 'the second page of the inbox leaves a page out',
    at: { file: 'packages/core/src/partners/postbacks/inbox.ts' },
    find: '.offset((page - 1) * limit)',
    replace: '.offset(page * limit)',
    tests: ['packages/core/src/list-pages.test.ts'],
  },
];

const feed: Mutant[] = [
  {
    defect: 'a click of the transaction at the watermark is folded twice',
    at: { sql: 'fold_figures' },
    find: 'k.xid < p_to',
    replace: 'k.xid <= p_to',
    tests: [FEED],
  },
  {
    defect: 'a completion whose facts begin at the watermark is folded late',
    at: { sql: 'touched_completions' },
    find: 'select id from completions where xid >= p_from',
    replace: 'select id from completions where xid > p_from',
    tests: [FEED],
  },
  {
    defect: 'the feed reads past a transaction that still runs',
    at: { sql: 'advance_feed' },
    find: 'pg_snapshot_xmin(pg_current_snapshot())',
    replace: 'pg_snapshot_xmax(pg_current_snapshot())',
    tests: [FEED],
  },
  {
    defect: 'two processes fold the same facts',
    at: { sql: 'advance_feed' },
    find: ' for update skip locked',
    replace: '',
    tests: [FEED],
  },
  {
    defect: 'an account that joins the provider leaves its completions behind',
    at: { sql: 'touched_completions' },
    find: 'where g.xid >= p_from and g.xid < p_to',
    replace: 'where false',
    tests: [FEED],
  },
  {
    defect: 'a database that was restored on another server folds nothing',
    at: { sql: 'repair_feed' },
    find: 'if not is_ahead then',
    replace: 'if true then',
    tests: [FEED],
  },
  {
    defect: 'a repair of the feed leaves facts to be changed by anybody',
    at: { sql: 'repair_feed' },
    find: "'alter table %I enable trigger %I'",
    replace: "'alter table %I disable trigger %I'",
    tests: [FEED],
  },
];

const lists: Mutant[] = [
  {
    defect: 'the spins of everybody are put together for the profile of one',
    at: { file: 'packages/core/src/insight/figures/user-stats.ts' },
    find: 'cross join lateral (select * from spin_states where completion_id = c.id offset 0) s',
    replace: 'join spin_states s on s.completion_id = c.id',
    tests: ['packages/core/src/large-tables.test.ts'],
  },
  {
    defect: 'what is available by amount is listed whatever its last day',
    at: { file: 'packages/core/src/insight/stock/pages.ts' },
    find: ', ofLastDay(expiryDate, input.expiry_filter)',
    replace: '',
    tests: ['packages/core/src/ledger/vouchers/filters.test.ts'],
  },
  {
    defect: 'a list of offers that is kept shows a voucher that was replaced',
    at: { file: 'packages/core/src/ledger/offers/list-facts.ts' },
    find: '(select count(*) from ${awards})',
    replace: '(select 1)',
    tests: [KEPT],
  },
  {
    defect: 'a list of offers that is kept shows a hold that has ended',
    at: { file: 'packages/core/src/ledger/offers/kept-lists.ts' },
    find: 'now < list.until',
    replace: 'now > 0',
    tests: [KEPT],
  },
];

const access: Mutant[] = [
  {
    defect: 'a suspended user’s session is found, where its row is left',
    at: { file: 'packages/core/src/people/sessions/find-session.ts' },
    find: '        isNull(users.suspendedAt),\n',
    replace: '',
    tests: [SESSIONS],
  },
  {
    defect: 'a deactivated admin’s session is found, where its row is left',
    at: { file: 'packages/core/src/people/sessions/find-session.ts' },
    find: '        isNull(admins.deactivatedAt),\n',
    replace: '',
    tests: [SESSIONS],
  },
  {
    defect: 'a suspended user gets a new session',
    at: { file: 'packages/core/src/people/sessions/session-tables.ts' },
    find: 'where id = ${userId} and suspended_at is null and deleted_at is null\n',
    replace: 'where id = ${userId} and deleted_at is null\n',
    tests: [SESSIONS],
  },
  {
    defect: 'a password that was changed meanwhile opens a session',
    at: { file: 'packages/core/src/people/sessions/session-tables.ts' },
    find: '          and (${passwordHash}::text is null or password_hash = ${passwordHash})\n        for share),',
    replace: '          and (${passwordHash}::text is null or true)\n        for share),',
    tests: [SESSIONS],
  },
  {
    defect: 'a session lasts for ever, if it is used',
    at: { file: 'packages/core/src/people/sessions/find-session.ts' },
    find: "export const USER_LIFETIME = '180 days';",
    replace: "export const USER_LIFETIME = '1800 days';",
    tests: [SESSIONS],
  },
  {
    defect: 'a flag leaves sessions open',
    at: { sql: 'set_suspended' },
    find: 'delete from user_sessions where user_id = any(known)',
    replace: 'delete from user_sessions where false and user_id = any(known)',
    tests: ['packages/core/src/insight/fraud/act.test.ts'],
  },
  {
    defect: 'a flag leaves no row in the audit log',
    at: { sql: 'set_suspended' },
    find: 'from unnest(changed) as id;',
    replace: 'from unnest(changed) as id where false;',
    tests: [AUDITED],
  },
  {
    defect: 'a key that may only read writes',
    at: { file: 'packages/router/src/procedures.ts' },
    find: "if (scope === 'any' || caller.key.scopes.includes(scope)) return;",
    replace: 'return;',
    tests: [AUTHORISATION],
  },
  {
    defect: 'a key does what is for admins in person',
    at: { file: 'packages/router/src/procedures.ts' },
    find: "if (caller?.kind === 'service') throw new DomainError('KEY_NOT_A_PERSON');",
    replace: '',
    tests: [AUTHORISATION],
  },
  {
    defect: 'a revoked key opens the door',
    at: { file: 'packages/core/src/people/keys/api-keys.ts' },
    find: 'and(isNull(apiKeys.revokedAt), sql`(',
    replace: 'and(sql`(',
    tests: ['packages/core/src/people/keys/api-keys.test.ts'],
  },
  {
    defect: 'a blocked address is let in',
    at: { file: 'packages/router/src/callers.ts' },
    find: "  else if (session.isBlocked) throw new DomainError('BLOCKED');\n",
    replace: '',
    tests: [AUTHORISATION],
  },
  {
    defect: 'guesses in parallel at one account are not counted until they end',
    at: { file: 'packages/core/src/people/passwords/guesses.ts' },
    find: 'await limiter.consume(from)',
    replace: 'await limiter.get(from)',
    tests: [SIGN_IN],
  },
  {
    defect: 'a comparison that could not be made counts as a guess',
    at: { file: 'packages/core/src/people/passwords/guesses.ts' },
    find: 'void beyondRequest(giveBack).catch(() => {});',
    replace: '',
    tests: [GUESSES],
  },
  {
    defect: 'a wrong password counts as right',
    at: { file: 'packages/core/src/people/passwords/passwords.ts' },
    find: 'return matches && phc !== null;',
    replace: 'return phc !== null;',
    tests: [SIGN_IN],
  },
  {
    defect: 'a key of an earlier call answers another call',
    at: { sql: 'take_idempotency_key' },
    find: 'elsif k.request_hash <> p_request then',
    replace: 'elsif false then',
    tests: ['packages/core/src/kernel/idempotency.test.ts'],
  },
  {
    defect: 'a call is not taken out of its budget',
    at: { file: 'packages/core/src/people/passwords/rate-limits.ts' },
    find: 'budgets.penalty(key, points)',
    replace: 'budgets.penalty(key, 0)',
    tests: ['packages/core/src/people/passwords/rate-limits.test.ts'],
  },
];

const screens: Mutant[] = [
  {
    defect: 'expired and available are swapped where a single voucher is moved',
    at: { file: 'apps/admin/src/features/vouchers/confirm-voucher-change.tsx' },
    find: "kind === 'expire' ? 'expired' : 'available'",
    replace: "kind === 'expire' ? 'available' : 'expired'",
    tests: [VOUCHERS_SCREEN],
  },
  {
    defect: 'the list is not asked for again when a voucher was moved',
    at: { file: 'apps/admin/src/page/confirm-dialog.tsx' },
    find: 'return utils.admin.invalidate();',
    replace: 'return undefined;',
    tests: [VOUCHERS_SCREEN],
  },
];

export const mutants: readonly Mutant[] = [
  ...days,
  ...stock,
  ...spins,
  ...postbacks,
  ...feed,
  ...lists,
  ...access,
  ...screens,
];
