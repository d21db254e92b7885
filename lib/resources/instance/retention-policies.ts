/** Stored data that grows, and what limits it. */
export interface RetentionPolicy {
  name: string;
  /** the tables whose bytes it takes; none if it is a file or a part of another entry (see growth-figures.ts) */
  tables: readonly string[];
  /** how long or how much of it is kept: a cell of the table in docs/running.md */
  kept: string;
  /** the environment variable that changes this */
  setting?: string;
  /** the regular task that limits it by time; server/sweeps.ts runs it */
  sweep?: string;
  /** the measured bytes of one item: a cell of the same table */
  bytes?: string;
}

/**
 * Everything that grows, each listed once. Regular tasks, the table in docs/running.md and the growth figures are
 * generated from this list or compared with it. Every table of the database is in it, so a new table must say how it is
 * limited.
 */
export const retentionPolicies = [
  {
    name: "single clicks",
    tables: ["clicks", "click_packs"],
    kept: "the plan's `retention`, `CLICK_RETENTION_DAYS` at most; for ever where neither is said",
    setting: "CLICK_RETENTION_DAYS",
    sweep: "clicks that plans keep no longer",
    bytes: "183; 51 in months that are over",
  },
  {
    name: "clicks counted by link and day",
    tables: ["click_rollups", "click_rollups_beyond"],
    kept: "with the link",
    bytes: "475",
  },
  {
    name: "values that clicks are counted by",
    tables: ["click_values"],
    kept: "until no link's clicks by day name them, and two weeks; once for all links",
    sweep: "values of clicks",
    bytes: "about 130",
  },
  {
    name: "who has met a link",
    tables: ["click_visitors", "click_visitor_sets"],
    kept: "with the link: a keyed hash, without a time",
    bytes: "18 to 24",
  },
  {
    name: "visitors of a link by day",
    tables: ["click_day_visitors"],
    kept: "with the link: of each day the 4,096 lowest hashes of 32 bits, without a time",
    bytes: "200, and 4 a visitor",
  },
  { name: "days to be filled with visitors", tables: ["visitor_days_due"], kept: "until they are; a row a day" },
  {
    name: "minutes of clicks to be judged",
    tables: ["click_minutes"],
    kept: "a day",
    bytes: "about 60",
  },
  {
    name: "segments of clicks",
    tables: ["click_segments"],
    kept: "until all of their clicks are erased; one a journal and day, at most every 5 minutes",
    bytes: "about 300",
  },
  { name: "roots of days", tables: ["click_roots"], kept: "as segments: one a day", bytes: "about 250" },
  {
    name: "who went which way of a link",
    tables: ["click_variant_visitors"],
    kept: "with the link, of links with rules alone: a keyed hash",
  },
  {
    name: "who has converted behind a link",
    tables: ["link_conversions"],
    kept: "with the link: once for each visitor, a keyed hash",
  },
  {
    name: "clicks that wait for the database",
    tables: [],
    kept: "`JOURNAL_MAX_MB`",
    setting: "JOURNAL_MAX_MB",
    bytes: "about 150",
  },
  {
    name: "how far journals are stored",
    tables: ["journal_offsets"],
    kept: "with the journal; of processes without a disk, a week",
    sweep: "offsets of processes",
  },
  {
    name: "clicks on their way to ClickHouse",
    tables: ["click_blocks", "click_corrections"],
    kept: "until ClickHouse has them; one block a journal",
  },
  {
    name: "clicks that cannot be stored",
    tables: ["quarantined_clicks"],
    kept: "128 MiB together; `npm run signpost replay-quarantine`",
  },
  {
    name: "clicks erased of a campaign",
    tables: ["erased_clicks"],
    kept: "with the campaign: a row a day on which links' clicks were erased",
    bytes: "about 90",
  },
  {
    name: "days erased before a handover",
    tables: ["click_gaps"],
    kept: "with what was handed over",
    bytes: "about 80",
  },
  {
    name: "what is to be erased",
    tables: ["click_erasures", "click_expiries"],
    kept: "until it is; a row an account besides",
  },
  {
    name: "clicks of an account by month",
    tables: ["click_usage"],
    kept: "13 months",
    sweep: "click usage",
    bytes: "about 100",
  },
  {
    name: "what an account has",
    tables: [
      ...["users", "members", "api_keys", "two_factors", "recovery_codes", "identities", "domains", "former_domains"],
      ...["links", "link_counts", "link_texts", "link_blocks", "link_views", "tags", "campaigns", "channels"],
      ...["channel_items", "pixels", "utm_templates", "qr_codes", "qr_logos", "overlays", "splash_pages", "bio_pages"],
      ...["weekly_reports", "statistics_shares", "sms_accounts", "disabled_links"],
      ...["_BioPageToPixel", "_LinkToPixel", "_LinkToTag"],
    ],
    kept: "the plan's number of each, and its storage",
    bytes: "a link: 1 KB",
  },
  { name: "templates of QR codes", tables: ["qr_templates"], kept: "200 of an account" },
  {
    name: "deleted links",
    tables: ["deleted_links"],
    kept: "30 days, 10,000 and 64 MiB of an account",
    sweep: "deleted links",
  },
  {
    name: "changes of many links to undo",
    tables: ["link_change_sets"],
    kept: "a day; the latest 20 of an account, each of 10,000 links at most",
    sweep: "changes of links to undo",
    bytes: "8 a link",
  },
  {
    name: "rows of imports",
    tables: ["import_rows", "imports"],
    kept: "a week; 20 imports of an account",
    sweep: "rows of imports",
  },
  { name: "uploads that nothing names", tables: ["uploads"], kept: "a day", sweep: "uploads" },
  { name: "answers to overlays", tables: ["overlay_answers"], kept: "100,000 of an overlay" },
  { name: "counts of overlays", tables: ["overlay_counts"], kept: "a row for each overlay" },
  {
    name: "handovers",
    tables: ["handovers"],
    kept: "30 days after their seven; 20 open of an account",
    sweep: "handovers",
    bytes: "265",
  },
  {
    name: "accounts whose owners leave",
    tables: [],
    kept: "seven days",
    sweep: "accounts whose owners leave",
  },
  {
    name: "reports",
    tables: ["reports"],
    kept: "100 open of a link; a year after they are decided",
    sweep: "reports",
  },
  {
    name: "sessions",
    tables: ["sessions"],
    kept: "until they end; the latest 100 of an account",
    sweep: "sessions and one-time links",
    bytes: "285",
  },
  {
    name: "one-time links",
    tables: ["one_time_tokens"],
    kept: "30 days after they end",
    sweep: "sessions and one-time links",
    bytes: "100",
  },
  {
    name: "registrations, invitations",
    tables: ["registrations", "invitations", "member_invitations"],
    kept: "until they end; accounts that nobody confirms, a week",
    sweep: "registrations",
  },
  { name: "idempotency keys", tables: ["idempotency_keys"], kept: "24 hours", sweep: "idempotency keys" },
  {
    name: "what destinations say of frames",
    tables: ["framings"],
    kept: "30 days",
    sweep: "framings",
    bytes: "160",
  },
  {
    name: "pictures of destinations' sites",
    tables: ["site_icons"],
    kept: "60 days after they were last asked for; 20,000",
    sweep: "site icons",
    bytes: "3,000",
  },
  { name: "how somebody sees lists of links", tables: ["list_settings"], kept: "with the account: one", bytes: "100" },
  {
    name: "whether destinations still answer",
    tables: ["destination_checks"],
    kept: "a week; the 20 most clicked links of an account that was looked at within 30 days",
    sweep: "destinations",
    bytes: "200",
  },
  {
    name: "how an instance did",
    tables: ["instance_samples"],
    kept: "30 days by five minutes; 100,000 rows of all instances",
    bytes: "200",
  },
  { name: "webhooks", tables: ["webhooks"], kept: "200 of an account" },
  {
    name: "webhook deliveries",
    tables: ["webhook_deliveries"],
    kept: "30 days; of a webhook the latest 100,000",
    sweep: "webhook deliveries",
  },
  {
    name: "who changed what",
    tables: ["audit_entries", "audit_changes", "audit_horizons"],
    kept: "`AUDIT_RETENTION_DAYS`; the latest 256 MiB of an account",
    setting: "AUDIT_RETENTION_DAYS",
    sweep: "audit log",
  },
  {
    name: "SMS messages",
    tables: ["sms_messages"],
    kept: "`MESSAGE_RETENTION_DAYS`: two years",
    setting: "MESSAGE_RETENTION_DAYS",
    sweep: "messages",
  },
  {
    name: "mail without a mail server",
    tables: [],
    kept: "`DATA_DIR/outbox`: 30 days, 10,000 mails",
    sweep: "outbox",
  },
  {
    name: "what the service knows of itself",
    tables: ["plans", "sweeps", "click_verifications", "backup_status", "kept_keys"],
    kept: "some dozen rows",
  },
] as const satisfies readonly RetentionPolicy[];

export type RetentionPolicyName = (typeof retentionPolicies)[number]["name"];

/** The regular tasks that limit something. */
export type RetentionSweep = Extract<(typeof retentionPolicies)[number], { sweep: string }>["sweep"];
