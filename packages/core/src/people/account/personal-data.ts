/** What happens to a column when a user is erased. */
export const erasureRules = ['erased', 'gone', 'shared', 'expires', 'stays'] as const;
export type ErasureRule = (typeof erasureRules)[number];

/**
 * The erasure rule of every column, as applied by the SQL function erase_account. Each new column must be added here.
 * Its rule depends on what the column reveals about a user:
 *
 * - `erased`: names or describes a person; emptied or overwritten in place
 * - `gone`: its row is deleted with the user
 * - `shared`: an IP address or device that other accounts may use too; deleted when no account uses it, unless it is
 *   blocked
 * - `expires`: short-lived data, such as received requests and rate limits; deleted by age
 * - `stays`: reveals nothing about the user after the other columns are erased, such as amounts, IDs and admins' data
 *
 * Column names are separated by spaces.
 */
export const personalDataColumns: Record<string, Partial<Record<ErasureRule, string>>> = {
  account_tokens: { gone: 'id purpose hash code email user_id data wrong_codes created_at expires_at used_at' },
  user_activity_hours: { stays: 'user_id hour' },
  admin_challenges: { stays: 'hash admin_id expires_at' },
  admin_passkeys: { stays: 'id admin_id public_key counter transports name created_at last_used_at' },
  admin_recovery_codes: { stays: 'admin_id hash used_at' },
  admin_preferences: { stays: 'admin_id preferences' },
  admin_sessions: { stays: 'id admin_id expires_at created_at verified_identity_at ip user_agent' },
  admin_totp: { stays: 'admin_id secret pending last_step created_at' },
  admins: { stays: 'id username email password_hash role created_at last_sign_in_at deactivated_at' },
  api_keys: {
    stays:
      'id name prefix hash scope scopes responsible_admin expires_at addresses last_ip created_by created_at last_used_at revoked_at',
  },
  approvals: {
    stays:
      'id kind summary sealed_input request_digest reason asked_by key_id asked_at expires_at status executing_since decided_by decided_at answer',
  },
  audit_details: { erased: 'salt actor_name ip subject note before after', stays: 'entry_id' },
  audit_head_receivers: { stays: 'receiver acknowledged_seal acknowledged_at next_post_at failing_since' },
  audit_chain_links: { stays: 'position entry_id seal_id link' },
  // The columns under `erased` contain values only during an insert, because a trigger moves them to audit_details.
  audit_log: {
    erased: 'actor_name ip note',
    stays: 'id at actor_kind actor_id action subject before after details_hash xid',
  },
  book_checks: { stays: 'part first added_at started_at checked_at differences' },
  audit_seals: { stays: 'id at entries head signature public_key sealed_until_xid' },
  brands: { stays: 'type brand use_url how_to_use mark_id version updated_at' },
  click_search: { stays: 'id click_id' },
  click_totals: { stays: 'offer_id clicks' },
  clicks: {
    erased: 'ip device user_agent country',
    stays: 'id click_id user_id offer_id created_at client_seed_hash xid',
  },
  code_hash_keys: { stays: 'id sealed' },
  completion_events: {
    stays:
      'completion_id kind at held_until network_id transaction_id goal_id payout_paise payout_micros currency rate_micros xid',
  },
  completion_rows: {
    stays:
      'approved clicked_at completed_at completion_id google offer_id payout_paise revenue_paise reversed spun spun_at user_id won_paise',
  },
  completions: {
    stays:
      'id user_id offer_id click_id network_id transaction_id payout_paise payout_micros currency rate_micros approved_at held_until goal_id source completed_at odds_version seed commitment client_seed_hash xid awaited_goal',
  },
  network_statements: {
    stays: 'id network_id month file_name format lines uploaded_at admin_id compared_at totals',
  },
  network_statement_lines: {
    stays: 'statement_id line day transaction_id goal_id click_id offer micros currency status',
  },
  statement_differences: {
    stays:
      'id statement_id kind hash day line transaction_id goal_id click_id offer_id offer their_micros their_currency their_paise their_status their_goal our_micros our_currency our_paise our_status our_goal our_at completion_id postback_id reason',
  },
  accepted_differences: { stays: 'network_id month hash admin_id at reason' },
  network_test_runs: { stays: 'id network_id at admin_id score report' },
  consents: { gone: 'user_id document version accepted_at' },
  conversion_days: {
    stays: 'day offer_id google completions lost won revenue_paise lost_revenue_paise won_revenue_paise won_paise',
  },
  conversion_totals: {
    stays: 'offer_id google completions approved lost won revenue_paise lost_revenue_paise won_revenue_paise won_paise',
  },
  credit_cases: {
    erased: 'message',
    stays:
      'id user_id offer_id click_id status resolution opened_at closed_at closed_by_admin_id closed_by_postback_id',
  },
  devices: {
    shared: 'fingerprint',
    stays: 'registration_count first_registration last_registration blocked_at blocked_note',
  },
  published_draws: { stays: 'day root count published_at' },
  published_draws_start: { stays: 'id day' },
  change_feed_consumers: { stays: 'name xid advanced_at' },
  feed_offers: { stays: 'network_id external_id snapshot applied offer_id first_seen last_seen gone_at paused_at' },
  unauthenticated_calls: { expires: 'ip', stays: 'network_id hour calls kept' },
  free_vouchers: { stays: 'amount_paise expiry_date voucher_id' },
  due_milestones: { stays: 'user_id offer_id' },
  domain_events: { stays: 'id kind subject at detail xid' },
  held_spins: { stays: 'completion_id held_until' },
  idempotency_keys: { expires: 'principal answer', stays: 'key request_hash created_at locked_until claim status' },
  ip_addresses: {
    shared: 'address',
    stays: 'registration_count first_registration last_registration blocked_at blocked_note',
  },
  known_admin_browsers: { stays: 'admin_id hash last_seen_at' },
  known_browsers: { gone: 'user_id hash last_seen_at' },
  known_devices: { gone: 'user_id device last_seen_at' },
  low_stock: { stays: 'amount_paise since' },
  notification_preferences: { gone: 'user_id kind channel is_enabled' },
  messages: {
    gone: 'id month kind channel event_key user_id recipient subscription_id payload sealed status message_id attempts due_at expires_at problem created_at settled_at',
  },
  named_locks: { stays: 'name' },
  network_users: { stays: 'network_id user_id external_id created_at' },
  networks: {
    stays:
      'id slug name active preset click_param link_params link_macros params params_in status_map status_rules signing signing_secret previous_secret previous_until signed_url source_addresses source_mode currency rate_micros replies hold_seconds click_window_seconds payout_ceiling_paise payout_ratio postback_query feed feed_secret version created_at updated_at link_signing rates call_timestamp public_keys feed_due_at feed_checked_at feed_error',
  },
  notifications: { gone: 'id user_id kind event_key payload created_at read_at' },
  offer_catalogue: { stays: 'id version' },
  offer_days: { stays: 'day offer_id clicks completions spins wins won_paise revenue_paise' },
  offer_odds: { stays: 'offer_id version odds created_at' },
  offer_network_history: { stays: 'offer_id network_id replaced_at' },
  offer_odds_outcomes: { stays: 'offer_id version first_roll last_roll amount_paise' },
  offer_rates: { stays: 'offer_id experience familiar starts finished' },
  offer_completion_times: { stays: 'offer_id usual_seconds' },
  offers: {
    stays:
      'id network_id external_offer_id title description task title_hi description_hi task_hi offer_url preview_url steps steps_hi picture_url category model targeting reward_paise active daily_cap starts_on ends_on goals goals_in_order country_quotas archived_at version created_at updated_at odds_version',
  },
  operator_alerts: { stays: 'id kind entry_id completion_id at' },
  owed_wins: { stays: 'completion_id amount_paise number owed_since' },
  payment_events: { stays: 'payment_id kind at payout_paise payout_micros currency rate_micros xid' },
  payments: {
    stays:
      'id completion_id click_id network_id transaction_id goal_id payout_paise payout_micros currency rate_micros approved_at at xid',
  },
  passkeys: { gone: 'id user_id public_key counter transports name created_at last_used_at' },
  postback_judgements: {
    stays: 'id postback_id at cause actor_kind actor_name from_outcome from_reason to_outcome to_reason',
  },
  picture_fetches: { stays: 'url picture_id problem tries last_tried_at' },
  pictures: { stays: 'id bytes width height placeholder created_at' },
  postbacks: {
    expires: 'raw_url raw_query raw_body headers ip',
    stays:
      'id network_id slug retry_key method body_encoding truncated_from_bytes content_type received_at outcome reason alert judged_at kind click_id transaction_id goal_id payout_micros currency assigned_click_id completion_id content_hash call_hash repeats repeated_at',
  },
  push_keys: { stays: 'id public_key private_key created_at' },
  push_subscriptions: { gone: 'id user_id session_id endpoint_hash sealed created_at' },
  rate_limits: { expires: 'key', stays: 'points expire' },
  retention_progress: { stays: 'name up_to' },
  saved_views: { stays: 'id admin_id list name search is_default created_at' },
  security_event_details: { gone: 'event_id actor_name ip device at' },
  pauses: { stays: 'part since until note' },
  spend_ceilings: { stays: 'offer_id period paise lifted_until' },
  spend_hours: { stays: 'hour offer_id spins expected_paise won_paise' },
  reseal_progress: { stays: 'what key_id upto' },
  security_events: { stays: 'id at kind realm request_id actor_kind actor_id detail count' },
  setup_tokens: { stays: 'hash created_at' },
  spins: {
    stays: 'completion_id spun_at client_seed roll landing_permille amount_paise wheel_layout client_seed_status xid',
  },
  suspended_sessions: { gone: 'id user_id expires_at created_at ip device user_agent' },
  user_provider_changes: { stays: 'user_id joined at xid' },
  user_search: { erased: 'email name ip device', stays: 'user_id' },
  user_sessions: { gone: 'id user_id expires_at created_at signed_in_by_provider ip device user_agent last_seen_at' },
  user_traffic_sources: { gone: 'user_id source source_click at' },
  user_stats: {
    stays:
      'user_id completions unapproved spins vouchers_won voucher_value_paise revenue_paise lost_revenue_paise won_revenue_paise clicks last_completion_at last_activity_at',
  },
  users: {
    erased:
      'email email_verified_at first_name last_name password_hash provider_uid registration_ip registration_device registration_user_agent suspended_note deletion_due_at deletion_notice_at legal_hold_reason',
    stays: 'id suspended_at created_at verification_waived deleted_at language legal_hold_at',
  },
  voucher_stock_positions: { stays: 'amount_paise from_expiry_date from_voucher_id additions' },
  voucher_awards: { stays: 'voucher_id completion_id award_number amount_paise awarded_at xid' },
  voucher_counts: { stays: 'type brand amount_paise total awarded used expired withdrawn' },
  vouchers: {
    stays:
      'id code code_hash code_end pin pin_end type brand amount_paise description terms expiry_date used_at created_at withdrawn_at withdrawn_reason notice notice_at notice_seen_at expired_at',
  },
  webhook_attempts: { expires: 'answer', stays: 'delivery_id number at took_ms status problem' },
  webhook_deliveries: {
    expires: 'data',
    stays: 'id endpoint_id kind event_key at status attempts due_at last_status problem created_at settled_at',
  },
  webhook_endpoints: {
    stays:
      'id kind name url events source secret previous_secret previous_until active disabled_at disabled_reason failing_since delivered_at lease leased_until created_at updated_at',
  },
};
