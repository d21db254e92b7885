-- The tables of release 0.2.0. This is the first migration, and it has the name of the last one that 0.2.0 applied: a
-- database of 0.2.0 or later has these tables, and continues with the next migration. Functions and triggers are in
-- prisma/sql.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE "ClickClass" AS ENUM ('robot', 'ai', 'preview', 'scanner', 'network', 'burst', 'spam');
CREATE TYPE "ClickDimension" AS ENUM ('total', 'country', 'referrer', 'browser', 'os', 'device', 'language', 'social', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'rule', 'block', 'robot', 'class', 'variant', 'variant_visitors', 'region', 'city');
CREATE TYPE "ClickSubject" AS ENUM ('link', 'qr', 'campaign', 'bio');
CREATE TYPE "DomainStatus" AS ENUM ('active', 'pending', 'suspended');
CREATE TYPE "HandoverStatus" AS ENUM ('open', 'accepted', 'refused', 'withdrawn');
CREATE TYPE "ImportOutcome" AS ENUM ('ready', 'taken', 'repeated', 'present', 'invalid', 'created', 'renamed', 'left');
CREATE TYPE "ImportStatus" AS ENUM ('reading', 'checked', 'running', 'done');
CREATE TYPE "LinkForward" AS ENUM ('none', 'query', 'all');
CREATE TYPE "LinkStatus" AS ENUM ('public', 'private');
CREATE TYPE "LinkType" AS ENUM ('direct', 'frame', 'splash', 'overlay');
CREATE TYPE "MemberRole" AS ENUM ('admin', 'editor', 'analyst');
CREATE TYPE "OneTimeTokenKind" AS ENUM ('password_reset', 'log_in', 'confirm_email');
CREATE TYPE "OverlayType" AS ENUM ('message', 'contact', 'poll', 'newsletter', 'coupon', 'image');
CREATE TYPE "PlanInterval" AS ENUM ('monthly', 'yearly', 'lifetime');
CREATE TYPE "QrType" AS ENUM ('text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi');
CREATE TYPE "ReportReason" AS ENUM ('phishing', 'malware', 'spam', 'illegal', 'other');
CREATE TYPE "ReportVerdict" AS ENUM ('dismissed', 'disabled');
CREATE TYPE "SmsStatus" AS ENUM ('sent', 'failed', 'delivered');

CREATE TABLE "plans" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "free" BOOLEAN NOT NULL DEFAULT false,
    "price_monthly" DECIMAL(12,2),
    "price_yearly" DECIMAL(12,2),
    "price_lifetime" DECIMAL(12,2),
    "limits" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "storage_mb" INTEGER NOT NULL DEFAULT 1024,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "plans_name_key" ON "plans" (name);

CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "username_folded" TEXT NOT NULL,
    "password_hash" TEXT,
    "admin" BOOLEAN NOT NULL DEFAULT false,
    "plan_id" INTEGER NOT NULL,
    "plan_interval" "PlanInterval",
    "plan_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "email_verified_at" TIMESTAMPTZ(3),
    "locale" TEXT,
    "leaves_at" TIMESTAMPTZ(3),
    "time_zone" TEXT,
    "default_domain_id" INTEGER,

    CONSTRAINT "users_pkey" PRIMARY KEY (id)
);
CREATE INDEX "users_default_domain_id_idx" ON "users" (default_domain_id);
CREATE UNIQUE INDEX "users_email_key" ON "users" (email);
CREATE INDEX "users_leaves_at_idx" ON "users" (leaves_at);
CREATE INDEX "users_plan_id_idx" ON "users" (plan_id);
CREATE UNIQUE INDEX "users_username_folded_key" ON "users" (username_folded);

CREATE TABLE "members" (
    "user_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "role" "MemberRole" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY (user_id, member_id)
);
CREATE INDEX "members_member_id_idx" ON "members" (member_id);

CREATE TABLE "member_invitations" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" "MemberRole" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "member_invitations_token_hash_key" ON "member_invitations" (token_hash);
CREATE UNIQUE INDEX "member_invitations_user_id_email_key" ON "member_invitations" (user_id, email);

CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hmac" BYTEA NOT NULL,
    "encrypted" BYTEA,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_from" TEXT,
    "legacy" BOOLEAN NOT NULL DEFAULT false,
    "member_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "networks" TEXT[] NOT NULL DEFAULT ARRAY[]::text[],
    "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::text[],

    CONSTRAINT "api_keys_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "api_keys_hmac_key" ON "api_keys" (hmac);
CREATE INDEX "api_keys_member_id_user_id_idx" ON "api_keys" (member_id, user_id);
CREATE INDEX "api_keys_user_id_id_idx" ON "api_keys" (user_id, id DESC);
-- Prisma cannot express indexes of some rows only.
CREATE UNIQUE INDEX "api_keys_legacy_key" ON "api_keys" (user_id) WHERE legacy;

CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "admin_session_id" UUID,
    "address" TEXT NOT NULL DEFAULT '',
    "confirmed_at" TIMESTAMPTZ(3),
    "account_id" INTEGER,

    CONSTRAINT "sessions_pkey" PRIMARY KEY (id)
);
CREATE INDEX "sessions_account_id_idx" ON "sessions" (account_id);
CREATE INDEX "sessions_admin_session_id_idx" ON "sessions" (admin_session_id);
CREATE INDEX "sessions_user_id_idx" ON "sessions" (user_id);

CREATE TABLE "one_time_tokens" (
    "token_hash" BYTEA NOT NULL,
    "kind" "OneTimeTokenKind" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "payload" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_tokens_pkey" PRIMARY KEY (token_hash)
);
CREATE INDEX "one_time_tokens_user_id_kind_idx" ON "one_time_tokens" (user_id, kind);

CREATE TABLE "registrations" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registrations_pkey" PRIMARY KEY (id)
);
CREATE INDEX "registrations_email_idx" ON "registrations" (email);
CREATE UNIQUE INDEX "registrations_token_hash_key" ON "registrations" (token_hash);

CREATE TABLE "invitations" (
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitations_pkey" PRIMARY KEY (email)
);
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" (token_hash);

CREATE TABLE "two_factors" (
    "user_id" INTEGER NOT NULL,
    "secret" BYTEA NOT NULL,
    "enabled_at" TIMESTAMPTZ(3),
    "last_step" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "two_factors_pkey" PRIMARY KEY (user_id)
);

CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE "identities" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "identities_issuer_subject_key" ON "identities" (issuer, subject);
CREATE UNIQUE INDEX "identities_user_id_issuer_key" ON "identities" (user_id, issuer);

CREATE TABLE "idempotency_keys" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY (user_id, key)
);

CREATE TABLE "domains" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "host" TEXT NOT NULL,
    "scheme" TEXT NOT NULL DEFAULT 'https',
    "redirect_root" TEXT,
    "redirect_404" TEXT,
    "status" "DomainStatus" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '1 day'::interval),
    "failing_since" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "forward" "LinkForward" NOT NULL DEFAULT 'none',
    "app_links" JSONB,
    "theme" JSONB,
    "root_bio_page_id" INTEGER,

    CONSTRAINT "domains_pkey" PRIMARY KEY (id)
);
CREATE INDEX "domains_check_at_idx" ON "domains" (check_at);
CREATE UNIQUE INDEX "domains_host_user_id_key" ON "domains" (host, user_id);
CREATE INDEX "domains_root_bio_page_id_idx" ON "domains" (root_bio_page_id);
CREATE INDEX "domains_user_id_id_idx" ON "domains" (user_id, id DESC);
-- Several accounts may claim a host. It is active for one of them.
CREATE UNIQUE INDEX "domains_active_host_key" ON "domains" ((CASE WHEN status = 'active' THEN host END));

CREATE TABLE "former_domains" (
    "host" TEXT NOT NULL,
    "user_id" INTEGER,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_domains_pkey" PRIMARY KEY (host)
);
CREATE INDEX "former_domains_user_id_removed_at_idx" ON "former_domains" (user_id, removed_at);

CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "file_name" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'csv',
    "status" "ImportStatus" NOT NULL DEFAULT 'reading',
    "rename" BOOLEAN NOT NULL DEFAULT false,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "made" JSONB NOT NULL DEFAULT '[]',
    "busy_user_id" INTEGER,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "erased_at" TIMESTAMPTZ(3),
    "problem" TEXT,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "member_id" INTEGER,

    CONSTRAINT "imports_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "imports_busy_user_id_key" ON "imports" (busy_user_id);
CREATE INDEX "imports_erased_at_touched_at_idx" ON "imports" (erased_at, touched_at);
CREATE INDEX "imports_user_id_id_idx" ON "imports" (user_id, id DESC);

CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "link" JSONB NOT NULL,
    "domain_id" INTEGER NOT NULL,
    "outcome" "ImportOutcome" NOT NULL,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3),
    "partial" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY (import_id, "row")
);
CREATE INDEX "import_rows_import_id_outcome_created_at_row_idx" ON "import_rows" (import_id, outcome, created_at, "row");
CREATE INDEX "import_rows_import_id_partial_outcome_row_idx" ON "import_rows" (import_id, partial, outcome, "row");

CREATE TABLE "links" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "domain_id" INTEGER NOT NULL,
    "alias" TEXT NOT NULL,
    "alias_folded" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "status" "LinkStatus" NOT NULL DEFAULT 'public',
    "type" "LinkType" NOT NULL DEFAULT 'direct',
    "overlay_id" INTEGER,
    "splash_page_id" INTEGER,
    "password_hash" TEXT,
    "redirect_status" SMALLINT NOT NULL DEFAULT 302,
    "expires_at" TIMESTAMPTZ(3),
    "expiry_url" TEXT,
    "click_limit" INTEGER,
    "click_limit_used" INTEGER NOT NULL DEFAULT 0,
    "rules" JSONB NOT NULL DEFAULT '[]',
    "deep_link" JSONB,
    "parameters" JSONB NOT NULL DEFAULT '[]',
    "meta_title" TEXT,
    "meta_description" TEXT,
    "meta_image" TEXT,
    "campaign_id" INTEGER,
    "clicks" BIGINT NOT NULL DEFAULT 0,
    "unique_clicks" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "campaign_weight" SMALLINT NOT NULL DEFAULT 1,
    "imported_clicks" BIGINT NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "external_id" TEXT,
    "forward" "LinkForward",
    "qr_design" JSONB,

    CONSTRAINT "links_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "links_domain_id_alias_folded_key" ON "links" (domain_id, alias_folded);
CREATE INDEX "links_user_id_archived_id_idx" ON "links" (user_id, archived, id DESC);
CREATE UNIQUE INDEX "links_user_id_external_id_key" ON "links" (user_id, external_id);
-- A link's counters change with every batch of clicks, and then each index needs a new entry. So these have only the rows
-- that are searched for.
CREATE INDEX "links_campaign_id_idx" ON "links" (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX "links_created_at_idx" ON "links" USING BRIN (created_at);
-- Aliases with several parts, which tell whether other aliases begin with an alias and a slash.
CREATE INDEX "links_deeper_alias_idx" ON "links" (domain_id, alias_folded COLLATE "C") WHERE strpos(alias_folded, '/') > 0;
CREATE INDEX "links_overlay_id_idx" ON "links" (overlay_id) WHERE overlay_id IS NOT NULL;
CREATE INDEX "links_splash_page_id_idx" ON "links" (splash_page_id) WHERE splash_page_id IS NOT NULL;

CREATE TABLE "link_counts" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "clicks" BIGINT NOT NULL,
    "unique_clicks" BIGINT NOT NULL,

    CONSTRAINT "link_counts_pkey" PRIMARY KEY (link_id)
);
CREATE INDEX "link_counts_user_id_archived_clicks_link_id_idx" ON "link_counts" (user_id, archived, clicks DESC, link_id DESC);

CREATE TABLE "deleted_links" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "domain_id" INTEGER,
    "alias" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "unique_clicks" BIGINT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "bytes" INTEGER NOT NULL,
    "stored" JSONB NOT NULL,

    CONSTRAINT "deleted_links_pkey" PRIMARY KEY (link_id)
);
CREATE INDEX "deleted_links_deleted_at_idx" ON "deleted_links" (deleted_at);
CREATE INDEX "deleted_links_domain_id_idx" ON "deleted_links" (domain_id);
CREATE INDEX "deleted_links_user_id_deleted_at_link_id_bytes_idx" ON "deleted_links" (user_id, deleted_at DESC, link_id DESC, bytes);

CREATE TABLE "handovers" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "everything" BOOLEAN NOT NULL,
    "link_ids" INTEGER[],
    "status" "HandoverStatus" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handovers_pkey" PRIMARY KEY (id)
);
CREATE INDEX "handovers_email_id_idx" ON "handovers" (email, id DESC);
CREATE INDEX "handovers_expires_at_idx" ON "handovers" (expires_at);
CREATE INDEX "handovers_user_id_id_idx" ON "handovers" (user_id, id DESC);

CREATE TABLE "list_settings" (
    "user_id" INTEGER NOT NULL,
    "columns" TEXT[] NOT NULL DEFAULT ARRAY[]::text[],
    "compact" BOOLEAN NOT NULL,
    "per_page" SMALLINT NOT NULL,

    CONSTRAINT "list_settings_pkey" PRIMARY KEY (user_id)
);

CREATE TABLE "link_views" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,

    CONSTRAINT "link_views_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "link_views_user_id_name_key" ON "link_views" (user_id, name);

CREATE TABLE "link_change_sets" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "target" INTEGER,
    "link_ids" INTEGER[],
    "befores" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_change_sets_pkey" PRIMARY KEY (id)
);
CREATE INDEX "link_change_sets_created_at_idx" ON "link_change_sets" (created_at);
CREATE INDEX "link_change_sets_user_id_id_idx" ON "link_change_sets" (user_id, id DESC);

CREATE TABLE "link_blocks" (
    "user_id" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "links" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "archived" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "link_blocks_pkey" PRIMARY KEY (user_id, block)
);

CREATE TABLE "link_texts" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "link_texts_pkey" PRIMARY KEY (link_id)
);
CREATE INDEX "link_texts_user_id_block_idx" ON "link_texts" (user_id, block);
CREATE INDEX "link_texts_text_idx" ON "link_texts" USING GIN (text gin_trgm_ops);

CREATE TABLE "campaigns" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT,
    "public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "slug_folded" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "campaigns_slug_folded_key" ON "campaigns" (slug_folded);
CREATE INDEX "campaigns_user_id_id_idx" ON "campaigns" (user_id, id DESC);

CREATE TABLE "channels" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "color" TEXT NOT NULL DEFAULT '#5C7CFA',
    "starred" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channels_pkey" PRIMARY KEY (id)
);
CREATE INDEX "channels_user_id_id_idx" ON "channels" (user_id, id DESC);

CREATE TABLE "channel_items" (
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "link_id" INTEGER,
    "bio_page_id" INTEGER,
    "qr_code_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_items_pkey" PRIMARY KEY (id),
    CONSTRAINT "channel_items_one_item" CHECK (num_nonnulls(link_id, bio_page_id, qr_code_id) = 1)
);
CREATE INDEX "channel_items_bio_page_id_idx" ON "channel_items" (bio_page_id);
CREATE UNIQUE INDEX "channel_items_channel_id_bio_page_id_key" ON "channel_items" (channel_id, bio_page_id);
CREATE UNIQUE INDEX "channel_items_channel_id_link_id_key" ON "channel_items" (channel_id, link_id);
CREATE UNIQUE INDEX "channel_items_channel_id_qr_code_id_key" ON "channel_items" (channel_id, qr_code_id);
CREATE INDEX "channel_items_link_id_idx" ON "channel_items" (link_id);
CREATE INDEX "channel_items_qr_code_id_idx" ON "channel_items" (qr_code_id);

CREATE TABLE "tags" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_folded" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#5C7CFA',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tags_pkey" PRIMARY KEY (id)
);
CREATE INDEX "tags_user_id_id_idx" ON "tags" (user_id, id DESC);
CREATE UNIQUE INDEX "tags_user_id_name_folded_key" ON "tags" (user_id, name_folded);

CREATE TABLE "weekly_reports" (
    "user_id" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "weekly_reports_pkey" PRIMARY KEY (user_id)
);
CREATE INDEX "weekly_reports_next_at_idx" ON "weekly_reports" (next_at);

CREATE TABLE "statistics_shares" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "link_id" INTEGER,
    "campaign_id" INTEGER,
    "token" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statistics_shares_pkey" PRIMARY KEY (id),
    CONSTRAINT "statistics_shares_of_one" CHECK (num_nonnulls(link_id, campaign_id) = 1)
);
CREATE UNIQUE INDEX "statistics_shares_campaign_id_key" ON "statistics_shares" (campaign_id);
CREATE UNIQUE INDEX "statistics_shares_link_id_key" ON "statistics_shares" (link_id);
CREATE UNIQUE INDEX "statistics_shares_token_key" ON "statistics_shares" (token);
CREATE INDEX "statistics_shares_user_id_idx" ON "statistics_shares" (user_id);

CREATE TABLE "utm_templates" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT,
    "medium" TEXT,
    "campaign" TEXT,
    "term" TEXT,
    "content" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "utm_templates_pkey" PRIMARY KEY (id)
);
CREATE INDEX "utm_templates_user_id_id_idx" ON "utm_templates" (user_id, id DESC);
CREATE UNIQUE INDEX "utm_templates_user_id_name_key" ON "utm_templates" (user_id, name);

CREATE TABLE "pixels" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pixels_pkey" PRIMARY KEY (id)
);
CREATE INDEX "pixels_user_id_id_idx" ON "pixels" (user_id, id DESC);

CREATE TABLE "qr_codes" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "type" "QrType" NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "foreground" TEXT NOT NULL DEFAULT 'rgb(0,0,0)',
    "background" TEXT NOT NULL DEFAULT 'rgb(255,255,255)',
    "logo" TEXT,
    "scans" BIGINT NOT NULL DEFAULT 0,
    "unique_scans" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "style" JSONB,

    CONSTRAINT "qr_codes_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "qr_codes_code_key" ON "qr_codes" (code);
CREATE INDEX "qr_codes_user_id_id_idx" ON "qr_codes" (user_id, id DESC);

CREATE TABLE "qr_templates" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "design" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "qr_templates_pkey" PRIMARY KEY (id)
);
CREATE INDEX "qr_templates_user_id_id_idx" ON "qr_templates" (user_id, id DESC);

CREATE TABLE "qr_logos" (
    "qr_code_id" INTEGER NOT NULL,
    "image" BYTEA NOT NULL,

    CONSTRAINT "qr_logos_pkey" PRIMARY KEY (qr_code_id)
);

CREATE TABLE "uploads" (
    "code" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "image" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "uploads_pkey" PRIMARY KEY (code)
);
CREATE INDEX "uploads_user_id_idx" ON "uploads" (user_id);

CREATE TABLE "overlays" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" "OverlayType" NOT NULL,
    "name" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "overlays_pkey" PRIMARY KEY (id)
);
CREATE INDEX "overlays_user_id_id_idx" ON "overlays" (user_id, id DESC);

CREATE TABLE "overlay_counts" (
    "overlay_id" INTEGER NOT NULL,
    "impressions" INTEGER NOT NULL DEFAULT 0,
    "responses" INTEGER NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "overlay_counts_pkey" PRIMARY KEY (overlay_id)
);

CREATE TABLE "overlay_answers" (
    "id" SERIAL NOT NULL,
    "overlay_id" INTEGER NOT NULL,
    "link_id" INTEGER,
    "content" JSONB NOT NULL,
    "author" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "overlay_answers_pkey" PRIMARY KEY (id)
);
CREATE INDEX "overlay_answers_link_id_idx" ON "overlay_answers" (link_id);
CREATE UNIQUE INDEX "overlay_answers_overlay_id_author_key" ON "overlay_answers" (overlay_id, author);
CREATE INDEX "overlay_answers_overlay_id_id_idx" ON "overlay_answers" (overlay_id, id DESC);

CREATE TABLE "splash_pages" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "splash_pages_pkey" PRIMARY KEY (id)
);
CREATE INDEX "splash_pages_user_id_id_idx" ON "splash_pages" (user_id, id DESC);

CREATE TABLE "bio_pages" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "theme" JSONB NOT NULL DEFAULT '{}',
    "blocks" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "slug_folded" TEXT NOT NULL,
    "meta_description" TEXT,
    "meta_image" TEXT,
    "meta_title" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "avatar" TEXT,

    CONSTRAINT "bio_pages_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "bio_pages_slug_folded_key" ON "bio_pages" (slug_folded);
CREATE INDEX "bio_pages_user_id_id_idx" ON "bio_pages" (user_id, id DESC);

CREATE TABLE "reports" (
    "id" SERIAL NOT NULL,
    "link_id" INTEGER NOT NULL,
    "reason" "ReportReason" NOT NULL,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verdict" "ReportVerdict",
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY (id)
);
CREATE INDEX "reports_link_id_idx" ON "reports" (link_id);
CREATE INDEX "reports_verdict_id_idx" ON "reports" (verdict, id DESC);

CREATE TABLE "disabled_links" (
    "link_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disabled_links_pkey" PRIMARY KEY (link_id)
);

CREATE TABLE "framings" (
    "key" BYTEA NOT NULL,
    "ancestors" TEXT,
    "secure" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "framings_pkey" PRIMARY KEY (key)
);

CREATE TABLE "site_icons" (
    "host" TEXT NOT NULL,
    "code" TEXT,
    "image" BYTEA,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_icons_pkey" PRIMARY KEY (host)
);
CREATE INDEX "site_icons_checked_at_idx" ON "site_icons" (checked_at);
CREATE UNIQUE INDEX "site_icons_code_key" ON "site_icons" (code);

CREATE TABLE "destination_checks" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "destination" TEXT NOT NULL,
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "status" SMALLINT,
    "failing_since" TIMESTAMPTZ(3),
    "check_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "destination_checks_pkey" PRIMARY KEY (link_id)
);
CREATE INDEX "destination_checks_check_at_idx" ON "destination_checks" (check_at);
CREATE INDEX "destination_checks_user_id_idx" ON "destination_checks" (user_id);

CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "request" UUID NOT NULL,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "operation" TEXT,
    "person_id" INTEGER,
    "person" TEXT,
    "key_id" INTEGER,
    "key" TEXT,
    "admin_id" INTEGER,
    "admin" TEXT,
    "address" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY (id)
);
CREATE INDEX "audit_entries_at_idx" ON "audit_entries" (at);
CREATE UNIQUE INDEX "audit_entries_request_key" ON "audit_entries" (request, COALESCE(user_id, 0));
CREATE INDEX "audit_entries_user_id_id_idx" ON "audit_entries" (user_id, id DESC);

CREATE TABLE "audit_changes" (
    "entry_id" BIGINT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_changes_pkey" PRIMARY KEY (entry_id, subject, subject_id)
);
CREATE INDEX "audit_changes_subject_subject_id_entry_id_idx" ON "audit_changes" (subject, subject_id, entry_id DESC);

CREATE TABLE "audit_horizons" (
    "user_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_horizons_pkey" PRIMARY KEY (user_id)
);

CREATE TABLE "sms_accounts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "account_sid" TEXT NOT NULL,
    "auth_token" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sms_accounts_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "sms_accounts_user_id_key" ON "sms_accounts" (user_id);

CREATE TABLE "sms_messages" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "provider_id" TEXT,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "status" "SmsStatus" NOT NULL DEFAULT 'sent',
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sms_messages_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "sms_messages_provider_id_key" ON "sms_messages" (provider_id);
CREATE INDEX "sms_messages_user_id_from_id_idx" ON "sms_messages" (user_id, "from", id DESC);
CREATE INDEX "sms_messages_user_id_id_idx" ON "sms_messages" (user_id, id DESC);
CREATE INDEX "sms_messages_user_id_to_id_idx" ON "sms_messages" (user_id, "to", id DESC);

-- Prisma cannot partition tables. There is a partition for each month, created when clicks arrive.
CREATE TABLE "clicks" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "link_id" INTEGER,
    "qr_code_id" INTEGER,
    "campaign_id" INTEGER,
    "bio_page_id" INTEGER,
    "visitor" BIGINT,
    "unique" BOOLEAN NOT NULL,
    "robot" TEXT,
    "country" CHAR(2),
    "language" TEXT,
    "referrer" TEXT,
    "browser" TEXT,
    "os" TEXT,
    "device" TEXT,
    "bio_block" TEXT,
    "rule" TEXT,
    "utm_campaign" TEXT,
    "utm_content" TEXT,
    "utm_medium" TEXT,
    "utm_source" TEXT,
    "utm_term" TEXT,
    "beyond" BIGINT,
    "class" "ClickClass",
    "ruleset" SMALLINT,
    "devices" SMALLINT,
    "variant" TEXT,
    "variant_unique" BOOLEAN,
    "seal" BYTEA,
    "city" TEXT,
    "region" TEXT,
    "agent" INTEGER,
    "network" INTEGER

) PARTITION BY RANGE ("at");
CREATE INDEX "clicks_link_id_at_idx" ON "clicks" (link_id, at DESC);
-- Clicks are stored in about the order of their time, so ranges of pages find them. A month's partition inherits this.
CREATE INDEX "clicks_at_idx" ON "clicks" USING BRIN (at) WITH (pages_per_range=32, autosummarize=on);
-- Most clicks belong to none of these, and cost these indexes nothing.
CREATE INDEX "clicks_bio_page_id_at_idx" ON "clicks" (bio_page_id, at DESC) WHERE bio_page_id IS NOT NULL;
CREATE INDEX "clicks_campaign_id_at_idx" ON "clicks" (campaign_id, at DESC) WHERE campaign_id IS NOT NULL;
CREATE INDEX "clicks_qr_code_id_at_idx" ON "clicks" (qr_code_id, at DESC) WHERE qr_code_id IS NOT NULL;

CREATE TABLE "click_packs" (
    "number" BIGSERIAL NOT NULL,
    "base" TIMESTAMPTZ(3) NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "first_link" INTEGER,
    "last_link" INTEGER,
    "qr_codes" INTEGER[],
    "campaigns" INTEGER[],
    "bio_pages" INTEGER[],
    "at" INTEGER[],
    "link_id" INTEGER[],
    "qr_code_id" INTEGER[],
    "campaign_id" INTEGER[],
    "bio_page_id" INTEGER[],
    "visitor" BIGINT[],
    "unique" BOOLEAN[],
    "robot" TEXT[],
    "country" TEXT[],
    "language" TEXT[],
    "referrer" TEXT[],
    "browser" TEXT[],
    "os" TEXT[],
    "device" TEXT[],
    "utm_source" TEXT[],
    "utm_medium" TEXT[],
    "utm_campaign" TEXT[],
    "utm_term" TEXT[],
    "utm_content" TEXT[],
    "rule" TEXT[],
    "bio_block" TEXT[],
    "beyond" BIGINT[],
    "class" "ClickClass"[],
    "ruleset" SMALLINT[],
    "seal" BIGINT[],
    "variant" TEXT[],
    "variant_unique" BOOLEAN[],
    "devices" SMALLINT[],
    "region" TEXT[],
    "city" TEXT[],
    "network" INTEGER[],
    "agent" INTEGER[],
    "id" BIGINT[],

    CONSTRAINT "click_packs_pkey" PRIMARY KEY (number)
);
CREATE INDEX "click_packs_base_idx" ON "click_packs" (base);
CREATE INDEX "click_packs_bio_pages_idx" ON "click_packs" USING GIN (bio_pages);
CREATE INDEX "click_packs_campaigns_idx" ON "click_packs" USING GIN (campaigns);
-- The range of the links whose clicks a pack may contain.
CREATE INDEX "click_packs_links_idx" ON "click_packs" USING GIST (int4range(first_link, last_link, '[]'));
CREATE INDEX "click_packs_qr_codes_idx" ON "click_packs" USING GIN (qr_codes);

CREATE TABLE "click_rollups" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "robot" BOOLEAN NOT NULL,
    "day" DATE NOT NULL,
    "clicks" BIGINT NOT NULL,
    "unique" BIGINT NOT NULL,
    "values" INTEGER[],
    "counts" BIGINT[],

    CONSTRAINT "click_rollups_pkey" PRIMARY KEY (subject, subject_id, robot, day)
);
-- The drain adds to the same rows again and again. With free space on their page, that changes no index.
ALTER TABLE "click_rollups" SET (fillfactor = 70);

CREATE TABLE "click_rollups_beyond" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "beyond" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "values" INTEGER[],
    "counts" BIGINT[],

    CONSTRAINT "click_rollups_beyond_pkey" PRIMARY KEY (subject, subject_id, day, beyond)
);

CREATE TABLE "click_usage" (
    "month" DATE NOT NULL,
    "user_id" INTEGER NOT NULL,
    "clicks" BIGINT NOT NULL,
    "told" SMALLINT NOT NULL DEFAULT 0,
    "tell_at" TIMESTAMPTZ(3),
    "exact" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "click_usage_pkey" PRIMARY KEY (month, user_id)
);
CREATE INDEX "click_usage_user_id_idx" ON "click_usage" (user_id);

CREATE TABLE "click_values" (
    "id" SERIAL NOT NULL,
    "dimension" "ClickDimension" NOT NULL,
    "value" TEXT NOT NULL,
    "unused_since" TIMESTAMPTZ(3),

    CONSTRAINT "click_values_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "click_values_dimension_value_key" ON "click_values" (dimension, value);

CREATE TABLE "click_visitors" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,

    CONSTRAINT "click_visitors_pkey" PRIMARY KEY (subject, subject_id, visitor)
);

CREATE TABLE "click_visitor_sets" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "first" BIGINT NOT NULL,
    "visitors" BIGINT[],

    CONSTRAINT "click_visitor_sets_pkey" PRIMARY KEY (subject, subject_id, first)
);

CREATE TABLE "click_variant_visitors" (
    "link_id" INTEGER NOT NULL,
    "variant" TEXT NOT NULL,
    "visitor" BIGINT NOT NULL,

    CONSTRAINT "click_variant_visitors_pkey" PRIMARY KEY (link_id, variant, visitor)
);

CREATE TABLE "link_conversions" (
    "link_id" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "link_conversions_pkey" PRIMARY KEY (link_id, visitor)
);

CREATE TABLE "click_erasures" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "clicks" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "click_erasures_pkey" PRIMARY KEY (subject, subject_id)
);

CREATE TABLE "click_gaps" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "gone_to" DATE NOT NULL,

    CONSTRAINT "click_gaps_pkey" PRIMARY KEY (subject, subject_id)
);

CREATE TABLE "erased_clicks" (
    "campaign_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "robot" BOOLEAN NOT NULL,
    "clicks" BIGINT NOT NULL,

    CONSTRAINT "erased_clicks_pkey" PRIMARY KEY (campaign_id, day, robot)
);

CREATE TABLE "click_expiries" (
    "user_id" INTEGER NOT NULL,
    "erased_to" DATE,
    "goal" DATE,
    "source" SMALLINT NOT NULL DEFAULT 0,
    "after" INTEGER NOT NULL DEFAULT 0,
    "gone_to" DATE,

    CONSTRAINT "click_expiries_pkey" PRIMARY KEY (user_id)
);
-- Most accounts have nothing that is due.
CREATE INDEX "click_expiries_goal_idx" ON "click_expiries" (goal) WHERE goal IS NOT NULL;

CREATE TABLE "click_minutes" (
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "journal" TEXT NOT NULL,
    "people" INTEGER NOT NULL,
    "checkers" INTEGER NOT NULL,
    "judged" BOOLEAN NOT NULL DEFAULT false,
    "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "click_minutes_pkey" PRIMARY KEY (minute, journal)
);
CREATE INDEX "click_minutes_judged_minute_idx" ON "click_minutes" (judged, minute);

CREATE TABLE "click_corrections" (
    "id" SERIAL NOT NULL,
    "clicks" TEXT NOT NULL,

    CONSTRAINT "click_corrections_pkey" PRIMARY KEY (id)
);

CREATE TABLE "sweeps" (
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweeps_pkey" PRIMARY KEY (name)
);

CREATE TABLE "journal_offsets" (
    "journal" TEXT NOT NULL,
    "offset" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_offsets_pkey" PRIMARY KEY (journal)
);

CREATE TABLE "click_segments" (
    "number" BIGSERIAL NOT NULL,
    "journal" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "clicks" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "erased" INTEGER NOT NULL DEFAULT 0,
    "erased_digest" BYTEA NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,
    "position" BIGINT,
    "chain" BYTEA,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "click_segments_pkey" PRIMARY KEY (number)
);
CREATE INDEX "click_segments_day_idx" ON "click_segments" (day);
CREATE INDEX "click_segments_journal_idx" ON "click_segments" (journal);
CREATE UNIQUE INDEX "click_segments_position_key" ON "click_segments" ("position");

CREATE TABLE "click_roots" (
    "day" DATE NOT NULL,
    "position" BIGINT NOT NULL,
    "chain" BYTEA NOT NULL,
    "gone" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "erased" BIGINT NOT NULL,
    "since" DATE NOT NULL,
    "signature" BYTEA NOT NULL,

    CONSTRAINT "click_roots_pkey" PRIMARY KEY (day)
);

CREATE TABLE "instance_samples" (
    "host" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "figures" JSONB NOT NULL,

    CONSTRAINT "instance_samples_pkey" PRIMARY KEY (at, host)
);

CREATE TABLE "click_verifications" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,
    "clicks" BIGINT NOT NULL,
    "differences" BIGINT NOT NULL,

    CONSTRAINT "click_verifications_pkey" PRIMARY KEY (id)
);

CREATE TABLE "backup_status" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "made_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "backup_status_pkey" PRIMARY KEY (id)
);

CREATE TABLE "quarantined_clicks" (
    "id" BIGSERIAL NOT NULL,
    "journal" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "line" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quarantined_clicks_pkey" PRIMARY KEY (id)
);

CREATE TABLE "click_blocks" (
    "journal" TEXT NOT NULL,
    "from" BIGINT NOT NULL,
    "to" BIGINT NOT NULL,
    "subjects" BYTEA NOT NULL,
    "beyond" BIGINT[] DEFAULT ARRAY[]::bigint[],
    "variants" BYTEA NOT NULL DEFAULT '\x',
    "days" DATE[] DEFAULT ARRAY[]::date[],
    "ids" BIGINT[] DEFAULT ARRAY[]::bigint[],

    CONSTRAINT "click_blocks_pkey" PRIMARY KEY (journal)
);

CREATE TABLE "kept_keys" (
    "name" TEXT NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "wrapped_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_keys_pkey" PRIMARY KEY (name)
);

CREATE TABLE "_BioPageToPixel" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_BioPageToPixel_AB_pkey" PRIMARY KEY ("A", "B")
);
CREATE INDEX "_BioPageToPixel_B_index" ON "_BioPageToPixel" ("B");

CREATE TABLE "_LinkToPixel" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_LinkToPixel_AB_pkey" PRIMARY KEY ("A", "B")
);
CREATE INDEX "_LinkToPixel_B_index" ON "_LinkToPixel" ("B");

CREATE TABLE "_LinkToTag" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_LinkToTag_AB_pkey" PRIMARY KEY ("A", "B")
);
CREATE INDEX "_LinkToTag_B_index" ON "_LinkToTag" ("B");

ALTER TABLE "users" ADD CONSTRAINT "users_default_domain_id_fkey" FOREIGN KEY (default_domain_id) REFERENCES domains(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_plan_id_fkey" FOREIGN KEY (plan_id) REFERENCES plans(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "members" ADD CONSTRAINT "members_member_id_fkey" FOREIGN KEY (member_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_member_id_fkey" FOREIGN KEY (member_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY (account_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_session_id_fkey" FOREIGN KEY (admin_session_id) REFERENCES sessions(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "domains" ADD CONSTRAINT "domains_root_bio_page_id_fkey" FOREIGN KEY (root_bio_page_id) REFERENCES bio_pages(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "domains" ADD CONSTRAINT "domains_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "former_domains" ADD CONSTRAINT "former_domains_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY (import_id) REFERENCES imports(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "links" ADD CONSTRAINT "links_campaign_id_fkey" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "links" ADD CONSTRAINT "links_domain_id_fkey" FOREIGN KEY (domain_id) REFERENCES domains(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "links" ADD CONSTRAINT "links_overlay_id_fkey" FOREIGN KEY (overlay_id) REFERENCES overlays(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "links" ADD CONSTRAINT "links_splash_page_id_fkey" FOREIGN KEY (splash_page_id) REFERENCES splash_pages(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "link_counts" ADD CONSTRAINT "link_counts_link_id_fkey" FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "deleted_links" ADD CONSTRAINT "deleted_links_domain_id_fkey" FOREIGN KEY (domain_id) REFERENCES domains(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "deleted_links" ADD CONSTRAINT "deleted_links_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "link_views" ADD CONSTRAINT "link_views_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "link_change_sets" ADD CONSTRAINT "link_change_sets_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "channels" ADD CONSTRAINT "channels_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_bio_page_id_fkey" FOREIGN KEY (bio_page_id) REFERENCES bio_pages(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_channel_id_fkey" FOREIGN KEY (channel_id) REFERENCES channels(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_link_id_fkey" FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_qr_code_id_fkey" FOREIGN KEY (qr_code_id) REFERENCES qr_codes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "tags" ADD CONSTRAINT "tags_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "weekly_reports" ADD CONSTRAINT "weekly_reports_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "statistics_shares" ADD CONSTRAINT "statistics_shares_campaign_id_fkey" FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "statistics_shares" ADD CONSTRAINT "statistics_shares_link_id_fkey" FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "statistics_shares" ADD CONSTRAINT "statistics_shares_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "utm_templates" ADD CONSTRAINT "utm_templates_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "pixels" ADD CONSTRAINT "pixels_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "qr_templates" ADD CONSTRAINT "qr_templates_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "qr_logos" ADD CONSTRAINT "qr_logos_qr_code_id_fkey" FOREIGN KEY (qr_code_id) REFERENCES qr_codes(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "overlays" ADD CONSTRAINT "overlays_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "overlay_counts" ADD CONSTRAINT "overlay_counts_overlay_id_fkey" FOREIGN KEY (overlay_id) REFERENCES overlays(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "overlay_answers" ADD CONSTRAINT "overlay_answers_link_id_fkey" FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "overlay_answers" ADD CONSTRAINT "overlay_answers_overlay_id_fkey" FOREIGN KEY (overlay_id) REFERENCES overlays(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "splash_pages" ADD CONSTRAINT "splash_pages_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "bio_pages" ADD CONSTRAINT "bio_pages_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_link_id_fkey" FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "disabled_links" ADD CONSTRAINT "disabled_links_link_id_fkey" FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "destination_checks" ADD CONSTRAINT "destination_checks_link_id_fkey" FOREIGN KEY (link_id) REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "audit_changes" ADD CONSTRAINT "audit_changes_entry_id_fkey" FOREIGN KEY (entry_id) REFERENCES audit_entries(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sms_accounts" ADD CONSTRAINT "sms_accounts_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "click_expiries" ADD CONSTRAINT "click_expiries_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "_BioPageToPixel" ADD CONSTRAINT "_BioPageToPixel_A_fkey" FOREIGN KEY ("A") REFERENCES bio_pages(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "_BioPageToPixel" ADD CONSTRAINT "_BioPageToPixel_B_fkey" FOREIGN KEY ("B") REFERENCES pixels(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "_LinkToPixel" ADD CONSTRAINT "_LinkToPixel_A_fkey" FOREIGN KEY ("A") REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "_LinkToPixel" ADD CONSTRAINT "_LinkToPixel_B_fkey" FOREIGN KEY ("B") REFERENCES pixels(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "_LinkToTag" ADD CONSTRAINT "_LinkToTag_A_fkey" FOREIGN KEY ("A") REFERENCES links(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "_LinkToTag" ADD CONSTRAINT "_LinkToTag_B_fkey" FOREIGN KEY ("B") REFERENCES tags(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- Ids of clicks in segments start above the ids of clicks outside of them.
SELECT setval('click_segments_number_seq', 1000);

-- Since when the audit log is complete: one row for each account, and one for the instance.
INSERT INTO "audit_horizons" ("user_id", "since") VALUES (0, now());
