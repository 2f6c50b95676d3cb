import type { Subject } from './places.ts';

/**
 * Defects that a change could introduce, each with the tests that must fail then. A defect names its place: a function,
 * trigger or view of the database, or a declaration of the sources. It has a pattern that matches once in that place,
 * and a replacement: see pattern.ts. A test is named by its package or app and its file. Files may move within these.
 * When a name or pattern is not found, update the defect; do not delete it.
 */
export interface Defect {
  /** Describes the fault. */
  description: string;
  subject: Subject;
  pattern: string;
  replacement: string;
  tests: readonly string[];
}

type Changes = Record<string, readonly [pattern: string, replacement: string]>;

const defectsIn =
  (kind: Subject['kind']) =>
  (name: string, tests: readonly string[], changes: Changes): Defect[] =>
    Object.entries(changes).map(([description, [pattern, replacement]]) => ({
      description,
      subject: { kind, name },
      pattern,
      replacement,
      tests,
    }));

const inFunction = defectsIn('function');
const inCode = defectsIn('code');
const inTrigger = defectsIn('trigger');
const inView = defectsIn('view');

const DAYS = ['core/days.test.ts'];
const STOCK_LOCK = ['core/stock-lock.test.ts'];
const STOCK_QUEUE = ['db/stock-queue.test.ts'];
const FEED = ['db/change-feed.test.ts'];
const LAST_DAY = ['core/last-day.test.ts'];
const SPIN = ['core/spin.test.ts'];
const VOUCHERS = ['core/vouchers.test.ts'];
const SUPPORT = ['core/support.test.ts'];
const VOUCHER_CONSTRAINTS = ['db/vouchers.test.ts'];
const COMPLETION_CONSTRAINTS = ['db/completions.test.ts'];
const SPIN_CONSTRAINTS = ['db/spins.test.ts'];
const JUDGE = ['core/judge.test.ts'];
const JUDGE_FACTS = ['core/judge-facts.test.ts', ...JUDGE];
const LIST_CACHE = ['core/list-cache.test.ts'];
const FIGURES = ['core/figures.test.ts'];
const BATCHED_CALLS = ['core/batched-postbacks.test.ts'];
const USERS = ['core/users-of-completions.test.ts'];
const CLICKS = ['core/list-offer-clicks.test.ts'];
const FILTERS = ['core/filters.test.ts'];
const DRAW = ['contracts/draw.test.ts'];
const SESSIONS = ['core/sessions.test.ts'];
const SIGN_IN_LIMITER = ['core/sign-in-limiter.test.ts'];
const SIGN_IN = ['core/sign-in.test.ts'];
const AUDITED = ['router/audited.test.ts'];
const AUTHORISATION = ['router/authorisation.test.ts'];
const WHEEL = ['ui/wheel.test.tsx'];
const VOUCHERS_SCREEN = ['admin/vouchers-screen.test.tsx'];
const RATES = ['core/rates.test.ts'];
const PARKED_SHARE = ['core/parked-share.test.ts'];
const SILENCE = ['core/silence.test.ts'];
const TODOS = ['core/todos.test.ts'];
const OPERATIONS_STATUS = ['core/operations-status.test.ts'];
const BEHAVIOUR = ['core/behaviour.test.ts'];
const DIGEST = ['core/digest-mail.test.ts'];
const RECEIVED = ['core/received.test.ts'];
const WEBHOOKS = ['core/webhooks.test.ts'];
const ACT = ['core/act.test.ts'];
const WHO_ACTS = ['router/who-acts.test.ts'];

const days: Defect[] = [
  ...inFunction('list_figure_sums', DAYS, {
    'a reversal is booked on today instead of the completion’s day': [
      'ist_day(completed_at) as day',
      'ist_day(now()) as day',
    ],
    'a spin is booked on the day of its completion': [
      'select offer_id, ist_day(spun_at)',
      'select offer_id, ist_day(completed_at)',
    ],
  }),
  ...inFunction('consume_changes_for_figures', DAYS, {
    'the feed books what it consumes on today': [
      'select day, offer_id, clicks, approved',
      'select ist_day(now()), offer_id, clicks, approved',
    ],
  }),
  ...inFunction('build_completion_rows', DAYS, {
    'a confirmation is booked on today instead of the completion’s day': [
      'c.completed_at, (select k.created_at',
      'coalesce(c.approved_at, c.completed_at), (select k.created_at',
    ],
  }),
  ...inFunction('conversion_days_now', DAYS, {
    'the figures of conversions are booked on the day of the change': [
      'select day, offer_id, google, completions::int',
      'select ist_day(now()), offer_id, google, completions::int',
    ],
  }),
  ...inFunction('pick_free_vouchers', LAST_DAY, {
    'a voucher cannot be won on its last day': ['greatest($expiry, $today)', 'greatest($expiry, $today + 1)'],
    'a voucher can be won on the day after its last': ['greatest($expiry, $today)', "coalesce($expiry, '-infinity')"],
  }),
  ...inFunction('expire_due_vouchers', LAST_DAY, {
    'the job expires vouchers on their last day': ['< ist_day(now())', '<= ist_day(now())'],
  }),
  ...inFunction('set_voucher_status', LAST_DAY, {
    'a voucher cannot be reactivated on its last day': ['< ist_day(now())', '<= ist_day(now())'],
  }),
  ...inFunction('stock_forecast', LAST_DAY, {
    'the forecast counts expired stock': ['where expiry_date < ist_day(now()) group by', 'where false group by'],
  }),
];

const stock: Defect[] = [
  ...inFunction('wait_for_vouchers', STOCK_LOCK, {
    'a spin that finds no stock does not take the lock of the stock': ['perform lock_stock_position($amount);', ''],
    'a spin does not wait for a voucher that another spin may return': [
      'exit when not found and not exists (',
      'exit when true or not exists (',
    ],
  }),
  ...inFunction('add_vouchers', STOCK_LOCK, {
    'an import does not take the lock of the stock': ['perform lock_stock_position($amount);', ''],
  }),
  ...inFunction('set_voucher_status', STOCK_LOCK, {
    'a reactivated voucher enters the stock without its lock, and before owed wins get it': [
      'perform add_free_vouchers($v.amount_paise, array[$voucher]);',
      'insert into free_vouchers values ($v.amount_paise, $v.expiry_date, $voucher);',
    ],
  }),
  ...inFunction('pick_free_vouchers', SPIN, {
    'the voucher that expires last is won first': [
      'order by expiry_date, voucher_id limit',
      'order by expiry_date desc, voucher_id limit',
    ],
    'spins keep their vouchers in the stock': [
      'delete from free_vouchers where voucher_id = any($picked)',
      'delete from free_vouchers where false',
    ],
  }),
  ...inFunction('take_vouchers', SPIN, {
    'a batch without enough vouchers keeps its vouchers while it waits for others': [
      "raise exception 'some amounts lack vouchers' using errcode = 'no_data_found';",
      'short := short || lacking;',
    ],
  }),
  ...inFunction('set_stock_position', STOCK_QUEUE, {
    'the search for a voucher skips one that was added meanwhile': [
      `where amount_paise = $amount and additions = $additions
        and (from_expiry_date, from_voucher_id) < ($expiry, $voucher) for update skip locked;
      if found then update voucher_stock_positions set $$start where amount_paise = $amount
        and additions = $additions;`,
      `where amount_paise = $amount for update skip locked;
      if found then update voucher_stock_positions set $$start where amount_paise = $amount;`,
    ],
  }),
  ...inFunction('add_free_vouchers', STOCK_QUEUE, {
    'an added voucher that expires first is not found: searches begin after it': [
      'from_expiry_date = least($$dates)',
      'from_expiry_date = from_expiry_date',
    ],
  }),
  ...inFunction('wait_for_vouchers', STOCK_QUEUE, {
    'a voucher that was returned before the position where searches begin is lost': [
      'pick_free_vouchers($amount, $most, true)',
      'pick_free_vouchers($amount, $most, false)',
    ],
  }),
  ...inFunction('add_free_vouchers', SPIN, {
    'new stock goes to the newest owed win': [
      'order by $user.deleted_at is not null, $win.number for',
      'order by $user.deleted_at is not null, $win.number desc for',
    ],
  }),
  ...inFunction('add_vouchers', SPIN, {
    'an import does not fulfil owed wins': [
      'filled := add_free_vouchers($amount, $ids);',
      'insert into free_vouchers select amount_paise, expiry_date, id from vouchers where id = any($ids);',
    ],
  }),
  ...inFunction('delete_voucher', VOUCHERS, {
    'a won voucher can be deleted': ["in ('assigned', 'used')", "= 'used'"],
  }),
  ...inFunction('delete_voucher', AUDITED, {
    'a voucher is deleted without a row in the audit log': ['perform write_audit(', "perform format('', "],
  }),
  ...inFunction('set_voucher_status', AUDITED, {
    'the status of a voucher changes without a row in the audit log': ['perform write_audit(', "perform format('', "],
  }),
  ...inFunction('mark_voucher_used', VOUCHERS, {
    'any user can mark a voucher as used': ['= a.completion_id and c.user_id = $user', '= a.completion_id'],
  }),
  ...inFunction('resend_voucher', SUPPORT, {
    'a repeated resend sends the message again after its answer was lost': [
      "and after ->> 'call' = $call",
      'and false',
    ],
  }),
  ...inFunction('replace_voucher', SUPPORT, {
    'a voucher that is replaced goes back into stock': [
      'voucher_id := (take_vouchers(array[$v.amount_paise]))[1];',
      `voucher_id := (take_vouchers(array[$v.amount_paise]))[1];
      insert into free_vouchers values ($v.amount_paise, $v.expiry_date, p_voucher);`,
    ],
  }),
  ...inFunction('vouchers_guard', VOUCHER_CONSTRAINTS, {
    'the trigger allows deleting a won voucher': [
      "if is_won then raise exception 'a won voucher cannot be deleted'",
      "if false then raise exception 'a won voucher cannot be deleted'",
    ],
  }),
  ...inTrigger('voucher_awards_append_only', VOUCHER_CONSTRAINTS, {
    'an award can be changed': ['before update or delete or truncate', 'before truncate'],
  }),
];

const spins: Defect[] = [
  ...inFunction('settle_spins', SPIN, {
    'a completion can be spun twice': [
      'on conflict (completion_id) do nothing',
      'on conflict (completion_id) do update set roll = excluded.roll',
    ],
  }),
  ...inFunction('spin_status', JUDGE, {
    'an unconfirmed completion is spun': ["then 'pending'", "then 'ready'"],
    'a completion is spun within its hold time': ["then 'held'", "then 'ready'"],
  }),
  ...inFunction('consume_changes_for_figures', FIGURES, {
    'a confirmation is not counted in the figures of all days': [
      'approved = $t.approved + excluded.approved',
      'approved = $t.approved',
    ],
    'later clicks are not added to those of their offer': [
      'conflict (offer_id) do update set clicks = $t.clicks + excluded.clicks',
      'conflict (offer_id) do update set clicks = $t.clicks',
    ],
  }),
  ...inFunction('list_figure_sums', FIGURES, {
    'figures of all days count earlier confirmations twice until they are consumed': [
      'sign * approved as approved',
      'approved as approved',
    ],
  }),
  ...inCode('countConvertedUsers', USERS, {
    'a user who completed several offers is counted as several users': ['count(distinct user_id)', 'count(user_id)'],
  }),
  ...inCode('getFiguresWithUsers', USERS, {
    'users with unconfirmed completions count as users of an offer': [
      'users: figures.total - figures.unapproved',
      'users: figures.total',
    ],
  }),
  ...inCode('clickList', CLICKS, {
    'a list of clicks ignores its days': ['(range) => isSince(clicks.createdAt, range)', '() => undefined'],
    'a list of clicks swaps the types of users': ["kind === 'firebase' ?", "kind !== 'firebase' ?"],
  }),
  ...inCode('getMinimumByBrand', FILTERS, {
    'the minimum number of a brand’s vouchers ignores the filter of days': ["|| input.expiry_filter !== 'all'", ''],
  }),
  ...inCode('createQueue', ['core/batches.test.ts'], {
    'a second batch starts in parallel at the first arrival': [
      'waiting.length >= secondBatchAt',
      'waiting.length >= 1',
    ],
  }),
  ...inCode('randomBytesFromPool', ['core/random.test.ts'], {
    'the same random bytes are used twice': ['+= count;', '+= count >> 1;'],
  }),
  ...inFunction('user_stats_now', ['core/insights.test.ts'], {
    'winnings are not counted for their user': ['coalesce($t.won_paise, 0)', '0'],
  }),
  ...inTrigger('completions_append_only', COMPLETION_CONSTRAINTS, {
    'the seed of a draw can be changed': ['before update or', 'before'],
    'a completion can be deleted': ['or delete or', 'or'],
  }),
  ...inTrigger('spins_append_only', SPIN_CONSTRAINTS, {
    'a settled spin can be changed': ['before update or delete or truncate', 'before truncate'],
  }),
  ...inTrigger('offer_odds_append_only', SPIN_CONSTRAINTS, {
    'published odds can be changed': ['before update or delete or truncate', 'before truncate'],
  }),
  ...inFunction('write_odds_outcomes', SPIN_CONSTRAINTS, {
    'a roll wins the next prize': ['upto - permille, upto - 1', 'upto - permille - 1, upto - 2'],
  }),
  ...inFunction('completion_differences', ['db/ledger.test.ts'], {
    'the ledger check ignores a win without a voucher': [
      'where $s.completion_id >= $first and $s.completion_id < $next and $s.amount_paise is not null and coalesce($kept, 0) = 0 and $w.completion_id is null',
      'where false',
    ],
  }),
  ...inCode('spinnable', SPIN, {
    'a wheel is spun for the completion of another user': [
      'where c.user_id = ${$user} and',
      'where (true or c.user_id = ${$user}) and',
    ],
  }),
  ...inCode('getReward', ['contracts/odds.test.ts', 'contracts/wheel.test.ts'], {
    'the first roll after a prize wins it too': ['(roll < end)', '(roll <= end)'],
  }),
  ...inCode('digestToRoll', DRAW, {
    'the draw uses digest words that make it biased': ['< UNBIASED_LIMIT', '>= 0'],
  }),
  ...inCode('rollSteps', [...DRAW, ...SPIN], {
    'the draw ignores the player’s seed': ['`${clientSeed}:', '`:'],
  }),
  ...inCode('ui/at', WHEEL, {
    'the wheel’s slices are drawn 90° off': ['((angle - 90) *', '(angle *'],
  }),
  ...inCode('sector', WHEEL, {
    'the arcs of the wheel bulge the other way': ['? 1 : 0', '? 0 : 1'],
  }),
  ...inCode('Wheel', WHEEL, {
    'the pointer shows another prize: the wheel is turned the other way': ['rotate(${', 'rotate(${-'],
  }),
  ...inCode('landingRotation', ['user/spin-dialog.test.tsx'], {
    'the pointer shows another prize: the wheel lands where its mirror image would': [
      '(((-angle - least) %',
      '(((angle - least) %',
    ],
  }),
  ...inCode('landingAngle', ['contracts/wheel.test.ts'], {
    'the server returns a landing point a quarter turn from the roll': [
      'toDegrees(before + (',
      'toDegrees(before + 250 + (',
    ],
  }),
];

const postbacks: Defect[] = [
  ...inFunction('lock_postback_call', ['core/transaction-lock.test.ts'], {
    'a completion and its reversal that arrive at once do not see each other': [
      'perform pg_advisory_xact_lock(transaction_lock($$a)), pg_advisory_xact_lock(click_lock($$b));',
      'null;',
    ],
  }),
  ...inFunction('lock_postback_call', BATCHED_CALLS, {
    'postbacks of a batch do not take the lock of their click': [
      'and coalesce(pg_try_advisory_xact_lock(click_lock($$click)), true)',
      '',
    ],
  }),
  ...inFunction('apply_to_new_completion', ['core/goals.test.ts'], {
    'an early reversal that names only its click is lost': [
      'where w.click_id = v.click_id',
      'where w.click_id is null',
    ],
  }),
  ...inFunction('credit_open_case', ['core/cases.test.ts'], {
    'the case about a confirmed completion stays open': ["and k.status = 'open')", "and k.status = 'closed')"],
  }),
  ...inFunction('reverse_completion', JUDGE, {
    'a completion is reversed twice': ['if not found then', 'if false then'],
    'a completion that was spun cannot be reversed': [
      "values (p_completion, 0, 0, '', 'open') on conflict (completion_id) do nothing;",
      "values (p_completion, 0, 0, '', 'open');",
    ],
  }),
  ...inView('completion_states', JUDGE, {
    'a reversal leaves the revenue in the figures': [
      "case f.status when 'approved' then f.payout_paise else 0 end",
      "case f.status when 'pending' then 0 else f.payout_paise end",
    ],
    'a confirmation after a reversal counts as revenue': [
      "case f.status when 'approved' then f.payout_paise else 0 end",
      "case when f.status = 'approved' or f.reversed_at < f.approved_at then f.payout_paise else 0 end",
    ],
  }),
  ...inFunction('apply_to_new_completion', JUDGE, {
    'an early reversal is lost': ['if f.is_reversed then', 'if false then'],
  }),
  ...inFunction('apply_reversal', JUDGE, {
    'a reversal counts although it names another click': [
      'is_of_click := is_click_of_completion($$all);',
      'is_of_click := true;',
    ],
  }),
  ...inFunction('apply_to_new_completion', JUDGE_FACTS, {
    'a payout above the network’s ceiling is credited': [
      'elsif v_paise > v.payout_ceiling_paise then',
      'elsif false then',
    ],
    'a click of any age is credited': [
      'elsif $click.created_at < $at - make_interval($$window) then',
      'elsif false then',
    ],
  }),
  ...inFunction('apply_goal', ['core/goals-model.test.ts'], {
    'a step confirmed without a payout counts the offer’s payout instead of the announced one': [
      'case when not p_is_default then $micros end;',
      '$micros;',
    ],
  }),
  ...inFunction('match_early_reversals', ['core/transactions-of-a-click.test.ts'], {
    'a waiting reversal reverses what an admin credited since': [
      "continue when $f.found_by = 'click' and",
      'continue when false and',
    ],
  }),
  ...inFunction('apply_to_new_completion', ['core/receive.test.ts', 'core/judge-facts.test.ts'], {
    'a network’s postback for another network’s offer is credited': [
      'is_foreign := not exists (',
      'is_foreign := false and not exists (',
    ],
  }),
  ...inTrigger('audit_log_append_only', ['db/users-and-audit.test.ts'], {
    'the audit log can be changed': ['before update or delete or truncate', 'before truncate'],
  }),
  ...inView('completion_states', ['core/credit.test.ts'], {
    'a credit by hand is not in its user’s revenue': [
      "case f.status when 'approved' then f.payout_paise else 0 end",
      "case when f.status = 'approved' and f.source = 'network' then f.payout_paise else 0 end",
    ],
  }),
  ...inCode('sameBytes', ['core/verify.test.ts'], {
    'a wrong signature is accepted': [
      'timingSafeEqual(sha256($a), sha256($b))',
      'timingSafeEqual(sha256($a), sha256($a))',
    ],
  }),
  ...inCode('fetchBytes', ['core/redirect.test.ts'], {
    'a secret is sent on a redirect to another origin': [
      'url.origin === first.origin ? { ...headers, ...own } : headers',
      '{ ...headers, ...own }',
    ],
  }),
  ...inCode('isPublicAddress', ['core/fetch.test.ts'], {
    'a feed is fetched from private addresses': ["read.range() === 'unicast' && !isCompatible", 'true'],
  }),
  ...inCode('listPostbacks', ['core/list-pages.test.ts'], {
    'the second page of the inbox skips a page': ['offset((page - 1) * limit)', 'offset(page * limit)'],
  }),
];

const feed: Defect[] = [
  ...inFunction('list_figure_sums', FEED, {
    'a click of the transaction at the watermark is consumed twice': [
      'where xid >= $from and xid < $to',
      'where xid >= $from and xid <= $to',
    ],
  }),
  ...inFunction('list_figure_changes', FEED, {
    'a consumed completion is counted again': ['select -1 as sign', 'select 0 as sign'],
  }),
  ...inFunction('touched_completions', FEED, {
    'a completion whose facts begin at the watermark is consumed late': [
      'from completions where xid >= $from',
      'from completions where xid > $from',
    ],
    'the figures do not follow the completions of an account that is linked to the provider': [
      'where g.xid >= $from and g.xid < $to',
      'where false',
    ],
  }),
  ...inFunction('advance_change_feed', FEED, {
    'the feed reads past a transaction that still runs': ['pg_snapshot_xmin(', 'pg_snapshot_xmax('],
    'two processes consume the same facts': ['for update skip locked', ''],
  }),
  ...inFunction('repair_change_feed', FEED, {
    'a database restored on another server consumes nothing': ['if not is_ahead then', 'if true then'],
    'a repair of the feed leaves facts changeable': [
      "'alter table %I enable trigger %I'",
      "'alter table %I disable trigger %I'",
    ],
  }),
];

const lists: Defect[] = [
  ...inCode('core/getUserStats', ['core/large-tables.test.ts'], {
    'the profile of one user reads the spins of all': [
      'join offers $o on $o.id = $c.offer_id left',
      'join offers $o on $o.id = $c.offer_id join spin_states z on z.completion_id = $c.id left',
    ],
  }),
  ...inCode('listStockIds', FILTERS, {
    'stock by amount includes expired vouchers': [', isLastDayPassed($$day)', ''],
  }),
  ...inCode('buildMark', LIST_CACHE, {
    'a cached list of offers shows a replaced voucher': ['(select count(*) from ${awards})', '(select 1)'],
  }),
  ...inCode('getCachedList', LIST_CACHE, {
    'a cached list of offers shows an ended hold': ['now < list.until', 'now > 0'],
  }),
];

const access: Defect[] = [
  ...inCode('sessionRow', SESSIONS, {
    'a suspended user’s remaining session is valid': ['and u.suspended_at is null', ''],
  }),
  ...inCode('findAdminSession', SESSIONS, {
    'a deactivated admin’s remaining session is valid': ['isNull(admins.deactivatedAt),', ''],
  }),
  ...inCode('userTable', SESSIONS, {
    'a suspended user gets a new session': [
      'where id = ${userId} and suspended_at is null and',
      'where id = ${userId} and',
    ],
    'a password that was just changed still opens a session': [
      'and (${passwordHash}::text is null or password_hash = ${passwordHash}) for share)',
      'and (${passwordHash}::text is null or true) for share)',
    ],
  }),
  ...inCode('USER_SESSION_LIFETIME', SESSIONS, {
    'a session in use lasts for ever': ["'180 days'", "'1800 days'"],
  }),
  ...inFunction('set_suspended', ['core/act.test.ts'], {
    'a flag leaves sessions open': ['delete from user_sessions where', 'delete from user_sessions where false and'],
  }),
  ...inFunction('set_suspended', AUDITED, {
    'a flag writes no row in the audit log': [
      'from unnest($changed) as id;',
      'from unnest($changed) as id where false;',
    ],
  }),
  ...inCode('requirePermission', AUTHORISATION, {
    'a read-only key can write': ["if (scope === 'any' || $scopes) return;", 'return;'],
    'a key may use calls reserved for people': ["if (scope === 'none') throw $refusal;", ''],
  }),
  ...inCode('isLive', ['core/api-keys.test.ts'], {
    'a revoked key is accepted': ['isNull(apiKeys.revokedAt),', ''],
  }),
  ...inCode('findUser', AUTHORISATION, {
    'a blocked address is accepted': ["else if (session.isBlocked) throw new DomainError('BLOCKED');", ''],
  }),
  ...inCode('createSignInLimiter', SIGN_IN, {
    'parallel guesses at one account are not counted until they end': ['limiter.consume($from)', 'limiter.get($from)'],
  }),
  ...inCode('createSignInLimiter', SIGN_IN_LIMITER, {
    'a password comparison that throws counts as a guess': ['void runOutsideRequest($give).catch($none);', ''],
  }),
  ...inCode('createPasswords', SIGN_IN, {
    'a wrong password counts as right': ['return matches && phc !== null', 'return phc !== null'],
  }),
  ...inFunction('claim_idempotency_key', ['core/idempotency.test.ts'], {
    'an idempotency key of one call answers another call': [
      'elsif $k.request_hash <> $request then',
      'elsif false then',
    ],
  }),
  ...inCode('createRateLimits', ['core/rate-limits.test.ts'], {
    'a call does not use its budget': ['budgets.penalty(key, points)', 'budgets.penalty(key, 0)'],
  }),
];

const screens: Defect[] = [
  ...inCode('ConfirmVoucherChange', VOUCHERS_SCREEN, {
    'expired and available are swapped when the status of one voucher is changed': [
      "? 'expired' : 'available'",
      "? 'available' : 'expired'",
    ],
  }),
  ...inCode('useSuccessToast', VOUCHERS_SCREEN, {
    'the list is not reloaded after a voucher changed its status': [
      'return utils.admin.invalidate();',
      'return undefined;',
    ],
  }),
];

/** Limits: tests must cover a case just inside and one just outside. */
const bounds: Defect[] = [
  ...inCode('userTable', SESSIONS, {
    'the 21st sign-in ends the oldest session instead of the least recently used one': [
      'order by last_seen_at desc, id offset',
      'order by created_at desc, id offset',
    ],
  }),
  ...inCode('PROOF_LIFETIME', SESSIONS, {
    'a sign-in counts as recent for an hour': ["'5 minutes'", "'60 minutes'"],
  }),
  ...inCode('UNFINISHED_AFTER', RATES, { 'a start counts as unfinished after four days': ["'3 days'", "'4 days'"] }),
  ...inCode('MIN_PEOPLE', RATES, { '29 people are enough for a statistic': ['= 30', '= 29'] }),
  ...inCode('MIN_CALLS', PARKED_SHARE, { 'ten calls are too few for a share': ['= 10', '= 11'] }),
  ...inCode('getSilences', SILENCE, {
    'twenty intervals are too few to compute the usual one': ['count(pause) >= 20', 'count(pause) > 20'],
  }),
  ...inCode('MAX_ITEMS', ['core/parse.test.ts'], { 'a list may have 5001 items': ['= 5000', '= 5001'] }),
  ...inCode('isLikelyBroken', ['core/refresh.test.ts'], {
    'a feed that loses five offers counts as broken': ['gone.length <= MIN_GONE', 'gone.length < MIN_GONE'],
  }),
  ...inCode('readBehaviour', BEHAVIOUR, {
    'a completion ten minutes after the registration is not fast': ['c.completed_at <= u.', 'c.completed_at < u.'],
  }),
  ...inFunction('credit_within_limits', ['core/credit.test.ts'], {
    'a credit of exactly one person’s limit needs approval': [
      'get_credited_paise(p_actor) > p_alone_limit',
      'get_credited_paise(p_actor) >= p_alone_limit',
    ],
  }),
  ...inFunction('is_second_person_needed', ['core/single-owner.test.ts'], {
    'a removed owner counts for only one day': ["interval '72 hours'", "interval '24 hours'"],
  }),
  ...inCode('detectSinglePersonChanges', ['core/single-owner.test.ts'], {
    'odds are checked against credits of the last two hours': [
      "and c.at + interval '1 hour'",
      "and c.at + interval '2 hours'",
    ],
  }),
  ...inFunction('start_offers', ['core/offer-days.test.ts'], {
    'an offer cannot be started on its last day': ['ist_day(now()) > o.ends_on', 'ist_day(now()) >= o.ends_on'],
  }),
  ...inFunction('record_webhook_attempt', WEBHOOKS, {
    'the first failed delivery disables an endpoint': [
      'or p_pause is null and failing_since < clock_timestamp() - make_interval($days)',
      'or p_pause is null',
    ],
  }),
  ...inCode('exceedsCostLimit', ['core/odds-cost.test.ts'], {
    'odds that cost exactly the limit are refused': ['cost > Math.min', 'cost >= Math.min'],
  }),
  ...inCode('getPollInterval', ['user/poll-every.test.ts'], {
    'a start half an hour ago is polled every four seconds': ['age < JUST_STARTED_MS', 'age <= JUST_STARTED_MS'],
  }),
];

/** Rows that an alarm, a figure or a mail must leave out. */
const counting: Defect[] = [
  ...inCode('getOperationsMetrics', ['core/operations.test.ts'], {
    'expired vouchers count as free stock': ['sum(total - expired - awarded) as free', 'sum(total - awarded) as free'],
  }),
  ...inCode('core/RING_ACCOUNTS', TODOS, { 'two accounts on a device are a ring': ['= 3', '= 2'] }),
  ...inCode('core/SOON_DAYS', TODOS, { 'vouchers that expire in 15 days count as expiring soon': ['= 14', '= 15'] }),
  ...inCode('getParkedShare', PARKED_SHARE, {
    'repeats of parked calls are not counted as parked': ['sum(1 + repeats) filter', 'count(*) filter'],
    'refused calls lower the share of parked ones': ["and outcome <> 'refused'", 'and outcome is not null'],
  }),
  ...inCode('getSilences', SILENCE, {
    'a refused call ends a network’s silence': ["and outcome is distinct from 'refused'", ''],
  }),
  ...inCode('readBehaviour', BEHAVIOUR, {
    'a credit by hand counts as activity of the account': ["and c.source = 'network'", ''],
  }),
  ...inCode('findWarnings', OPERATIONS_STATUS, {
    'an owed amount also raises a low-stock warning': ['owed === 0 &&', ''],
    'successful sign-ins count as refused': ['refusals.has(kind)', 'refusals.size > 0 || kind'],
    'every job is late after ten minutes, regardless of its interval': ['2 * every_seconds +', ''],
  }),
];

/** Start times of measurements, and the time zone of days. */
const moments: Defect[] = [
  ...inCode('sendDigests', DIGEST, {
    'the morning mail has the figures of today': ['shiftDay(first.today, -1)', 'shiftDay(first.today, 0)'],
  }),
  ...inCode('getTimestampProblem', RECEIVED, {
    'the timestamp of a call is compared with the current time': ['receivedAt.getTime()', 'Date.now()'],
  }),
  ...inFunction('apply_to_new_completion', RECEIVED, {
    'the age of a click is measured when the call is processed': [
      'p_received - make_interval(',
      'now() - make_interval(',
    ],
  }),
  ...inCode('usedAllowance', ['core/code-read-allowance.test.ts'], {
    'revealed codes count for an hour': ["interval '24 hours'", "interval '1 hour'"],
  }),
];

/** Lists, words, pictures and percentages. */
const shown: Defect[] = [
  ...inCode('api/exportedLists', ['api/personal-columns.test.ts'], {
    'the file of security events without personal data contains devices': [
      "'actor_name', 'ip', 'device'",
      "'actor_name', 'ip'",
    ],
  }),
  ...inCode('pageInput', ['router/page-caps.test.ts'], {
    'a page may have 1001 rows': ['wholeNumber(1, 1000)', 'wholeNumber(1, 1001)'],
  }),
  ...inCode('WedgeShape', WHEEL, {
    'a label is at the end of its slice': ['rotate(${(from + to) / 2', 'rotate(${(to + to) / 2'],
  }),
  ...inCode('toPercent', ['core/percent.test.ts'], { 'rates are rounded down': ['Math.round', 'Math.floor'] }),
  ...inCode('computePerformance', ['user/statistics.test.ts'], {
    'half a percent of wins is truncated': ['winRate: Math.round', 'winRate: Math.floor'],
  }),
];

/** Actors and their addresses, and notes that end with the state that they explain. */
const actors: Defect[] = [
  ...inCode('findService', WHO_ACTS, {
    'the audit log lacks the address of a call with a key': ['ip: caller.ip', 'ip: null'],
  }),
  ...inCode('logRefusal', WHO_ACTS, {
    'a refusal in the security event log has no actor': ['actor: actor && {', 'actor: undefined && {'],
  }),
  ...inCode('limitMails', ['core/mail-rate-limit.test.ts'], {
    'each spelling of an address has its own mail budget': ['canonicalMailbox(email)', 'email'],
  }),
  ...inFunction('set_suspended', ACT, {
    'the note of a flag remains after unflagging': ['case when p_suspended then p_note end', 'p_note'],
  }),
  ...inFunction('set_blocked', ACT, {
    'the note of a block remains after unblocking': ['case when p_blocked then p_note end', 'p_note'],
  }),
  ...inCode('updateEndpoint', WEBHOOKS, {
    'a re-enabled endpoint keeps the reason why it was disabled': ['disabledReason: null,', ''],
  }),
];

export const defects: readonly Defect[] = [
  ...days,
  ...stock,
  ...spins,
  ...postbacks,
  ...feed,
  ...lists,
  ...access,
  ...screens,
  ...bounds,
  ...counting,
  ...moments,
  ...shown,
  ...actors,
];
