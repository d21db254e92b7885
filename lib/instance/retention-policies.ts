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
 * generated from this list or compared with it. It contains every table of the database, so a new table must say what
 * limits it.
 */
export const retentionPolicies = [
  {
    name: "single clicks",
    tables: ["clicks", "click_packs"],
    kept: "the plan's `retention`, at most `CLICK_RETENTION_DAYS`; forever if both are missing",
    setting: "CLICK_RETENTION_DAYS",
    sweep: "expired clicks",
    bytes: "183; 51 in past months",
  },
  {
    name: "clicks per link and day",
    tables: ["click_rollups", "click_rollups_beyond"],
    kept: "with the link",
    bytes: "475",
  },
  {
    name: "values that clicks are grouped by",
    tables: ["click_values"],
    kept: "two weeks after the last roll-up that uses them; shared by all links",
    sweep: "values of clicks",
    bytes: "about 130",
  },
  {
    name: "visitors of links",
    tables: ["click_visitors", "click_visitor_sets"],
    kept: "with the link: a keyed hash, without a time",
    bytes: "18 to 24",
  },
  {
    name: "visitors per link and day",
    tables: ["click_day_visitors"],
    kept: "with the link: the 4,096 lowest hashes of each day, 32 bits each, without a time",
    bytes: "200, and 4 per visitor",
  },
  {
    name: "days whose visitors are not counted yet",
    tables: ["visitor_days_due"],
    kept: "until they are counted; a row per day",
  },
  {
    name: "minutes to check for bots",
    tables: ["click_minutes"],
    kept: "one day",
    bytes: "about 60",
  },
  {
    name: "click segments",
    tables: ["click_segments"],
    kept: "until all of their clicks are erased; one per journal and day, at most one every 5 minutes",
    bytes: "about 300",
  },
  { name: "signed roots of days", tables: ["click_roots"], kept: "as segments; one per day", bytes: "about 250" },
  {
    name: "visitors of variants",
    tables: ["click_variant_visitors"],
    kept: "with the link, only for links with rules: a keyed hash",
  },
  {
    name: "visitors who converted",
    tables: ["link_conversions"],
    kept: "with the link: a keyed hash per visitor",
  },
  {
    name: "conversions",
    tables: ["conversions"],
    kept: "three years; the latest 1,000,000 per account",
    sweep: "conversions",
    bytes: "370",
  },
  {
    name: "corrections of conversions",
    tables: ["conversion_corrections"],
    kept: "with the conversion: up to 100 each",
    bytes: "150",
  },
  {
    name: "clicks waiting for the database",
    tables: [],
    kept: "`JOURNAL_MAX_MB`",
    setting: "JOURNAL_MAX_MB",
    bytes: "about 150",
  },
  {
    name: "journal positions",
    tables: ["journal_offsets"],
    kept: "with the journal; of processes without a disk, one week",
    sweep: "offsets of processes",
  },
  {
    name: "clicks waiting for ClickHouse",
    tables: ["click_blocks", "click_corrections"],
    kept: "until ClickHouse has them; one block per journal",
  },
  {
    name: "quarantined clicks",
    tables: ["quarantined_clicks"],
    kept: "128 MiB in total; `npm run signpost replay-quarantine` stores them",
  },
  {
    name: "deleted clicks of campaigns",
    tables: ["erased_clicks"],
    kept: "with the campaign: a row per day on which clicks of its links were erased",
    bytes: "about 90",
  },
  {
    name: "days deleted before a transfer",
    tables: ["click_gaps"],
    kept: "with what was transferred",
    bytes: "about 80",
  },
  {
    name: "data to be deleted",
    tables: ["click_erasures", "click_expiries"],
    kept: "until it is erased; also a row per account",
  },
  {
    name: "clicks per account and month",
    tables: ["click_usage"],
    kept: "13 months",
    sweep: "click usage",
    bytes: "about 100",
  },
  {
    name: "account data",
    tables: [
      ...["users", "members", "api_keys", "two_factors", "recovery_codes", "identities", "domains", "former_domains"],
      ...[
        "links",
        "link_counts",
        "link_texts",
        "link_blocks",
        "link_views",
        "tags",
        "tag_counts",
        "campaigns",
        "channels",
      ],
      ...["channel_items", "pixels", "utm_templates", "qr_codes", "qr_logos", "overlays", "splash_pages", "bio_pages"],
      ...["weekly_reports", "statistics_shares", "sms_accounts", "disabled_links"],
      ...["_BioPageToPixel", "_LinkToPixel", "_LinkToTag"],
    ],
    kept: "the plan's limits for each kind, and its storage",
    bytes: "1 KB per link",
  },
  { name: "QR code templates", tables: ["qr_templates"], kept: "200 per account" },
  {
    name: "deleted links",
    tables: ["deleted_links"],
    kept: "30 days; 10,000 links and 64 MiB per account",
    sweep: "deleted links",
  },
  {
    name: "bulk changes",
    tables: ["link_change_sets"],
    kept: "30 days; the latest 200 per account, each of up to 10,000 links",
    sweep: "changes of links to undo",
    bytes: "8 per link",
  },
  {
    name: "import rows",
    tables: ["import_rows", "imports"],
    kept: "one week; 20 imports per account",
    sweep: "rows of imports",
  },
  { name: "unused uploads", tables: ["uploads"], kept: "one day", sweep: "uploads" },
  { name: "overlay answers", tables: ["overlay_answers"], kept: "100,000 per overlay" },
  { name: "overlay counts", tables: ["overlay_counts"], kept: "a row per overlay" },
  {
    name: "transfers",
    tables: ["handovers"],
    kept: "30 days after the seven days of the offer; 20 open ones per account",
    sweep: "transfers",
    bytes: "265",
  },
  {
    name: "accounts to be deleted",
    tables: ["account_deletions"],
    kept: "seven days, and until their data is erased",
    sweep: "accounts to be deleted",
  },
  {
    name: "reports",
    tables: ["reports", "link_takedowns"],
    kept: "100 open ones per link; one year after the decision",
    sweep: "reports",
  },
  {
    name: "sessions",
    tables: ["sessions"],
    kept: "until they end; the latest 100 per account",
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
    name: "registrations and invitations",
    tables: ["registrations", "invitations", "member_invitations"],
    kept: "until they expire; accounts that are not confirmed, one week",
    sweep: "registrations",
  },
  { name: "idempotency keys", tables: ["idempotency_keys"], kept: "24 hours", sweep: "idempotency keys" },
  {
    name: "frame permissions of destinations",
    tables: ["frame_permissions"],
    kept: "30 days",
    sweep: "frame permissions",
    bytes: "160",
  },
  {
    name: "site icons",
    tables: ["site_icons"],
    kept: "60 days after the last use; 20,000",
    sweep: "site icons",
    bytes: "3,000",
  },
  { name: "views of link lists", tables: ["list_settings"], kept: "with the account: one", bytes: "100" },
  {
    name: "destination checks",
    tables: ["destination_checks"],
    kept: "one week; the 20 most clicked links of each account that was used within 30 days",
    sweep: "destinations",
    bytes: "200",
  },
  {
    name: "instance history",
    tables: ["instance_samples"],
    kept: "30 days, one row every five minutes; 100,000 rows of all instances",
    bytes: "200",
  },
  { name: "webhooks", tables: ["webhooks"], kept: "200 per account, and 200 forwardings" },
  {
    name: "webhook deliveries",
    tables: ["webhook_deliveries", "webhook_changes"],
    kept: "30 days; the latest 100,000 per webhook or forwarding",
    sweep: "webhook deliveries",
  },
  {
    name: "audit log",
    tables: ["audit_entries", "audit_changes", "audit_horizons"],
    kept: "`AUDIT_RETENTION_DAYS`; the latest 256 MiB per account",
    setting: "AUDIT_RETENTION_DAYS",
    sweep: "audit log",
  },
  {
    name: "SMS messages",
    tables: ["sms_messages"],
    kept: "`MESSAGE_RETENTION_DAYS`: two years by default",
    setting: "MESSAGE_RETENTION_DAYS",
    sweep: "messages",
  },
  {
    name: "mails",
    tables: ["mails"],
    kept: "until they are sent, at most three days; 10,000 waiting ones and 100 MiB; why mails were given up, 30 days",
    sweep: "mails",
  },
  {
    name: "mails without a mail server",
    tables: [],
    kept: "`DATA_DIR/outbox`: 30 days, 10,000 mails",
    sweep: "outbox",
  },
  {
    name: "service state",
    tables: ["plans", "instance_settings", "sweeps", "click_verifications", "backup_status", "kept_keys"],
    kept: "a few dozen rows",
  },
] as const satisfies readonly RetentionPolicy[];

export type RetentionPolicyName = (typeof retentionPolicies)[number]["name"];

/** The regular tasks that limit something. */
export type RetentionSweep = Extract<(typeof retentionPolicies)[number], { sweep: string }>["sweep"];
