-- CreateEnum
CREATE TYPE "PlanInterval" AS ENUM ('monthly', 'yearly', 'lifetime');

-- CreateEnum
CREATE TYPE "DomainStatus" AS ENUM ('active', 'pending');

-- CreateEnum
CREATE TYPE "LinkType" AS ENUM ('direct', 'frame', 'splash', 'overlay');

-- CreateEnum
CREATE TYPE "LinkStatus" AS ENUM ('public', 'private');

-- CreateEnum
CREATE TYPE "QrType" AS ENUM ('text', 'vcard', 'link', 'email', 'phone', 'sms', 'wifi');

-- CreateEnum
CREATE TYPE "OverlayType" AS ENUM ('message', 'contact', 'poll', 'newsletter', 'coupon', 'image');

-- CreateEnum
CREATE TYPE "SmsStatus" AS ENUM ('sent', 'failed', 'delivered');

-- CreateEnum
CREATE TYPE "ClickSubject" AS ENUM ('link', 'qr', 'campaign', 'bio');

-- CreateEnum
CREATE TYPE "ClickDimension" AS ENUM ('total', 'country', 'referrer', 'browser', 'os', 'device', 'language', 'social');

-- CreateTable
CREATE TABLE "plans" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "free" BOOLEAN NOT NULL DEFAULT false,
    "price_monthly" DECIMAL(12,2),
    "price_yearly" DECIMAL(12,2),
    "price_lifetime" DECIMAL(12,2),
    "limits" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "username_folded" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "admin" BOOLEAN NOT NULL DEFAULT false,
    "plan_id" INTEGER NOT NULL,
    "plan_interval" "PlanInterval",
    "plan_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hmac" BYTEA NOT NULL,
    "encrypted" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_resets" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "sso_tokens" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sso_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "domains" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "host" TEXT NOT NULL,
    "scheme" TEXT NOT NULL DEFAULT 'https',
    "redirect_root" TEXT,
    "redirect_404" TEXT,
    "status" "DomainStatus" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domains_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "unique_clicks" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT,
    "public" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channels" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "color" TEXT NOT NULL DEFAULT '#5C7CFA',
    "starred" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_items" (
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "link_id" INTEGER,
    "bio_page_id" INTEGER,
    "qr_code_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pixels" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tag" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pixels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "scans" INTEGER NOT NULL DEFAULT 0,
    "unique_scans" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "qr_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "overlays" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "type" "OverlayType" NOT NULL,
    "name" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "overlays_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "splash_pages" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "splash_pages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bio_pages" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "theme" JSONB NOT NULL DEFAULT '{}',
    "blocks" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bio_pages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sms_accounts" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "account_sid" TEXT NOT NULL,
    "auth_token" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sms_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "sms_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "clicks_pkey" PRIMARY KEY ("at","id")
) PARTITION BY RANGE ("at");

-- CreateTable
CREATE TABLE "click_rollups" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "robot" BOOLEAN NOT NULL,
    "dimension" "ClickDimension" NOT NULL,
    "day" DATE NOT NULL,
    "value" TEXT NOT NULL,
    "clicks" INTEGER NOT NULL,
    "unique" INTEGER NOT NULL,

    CONSTRAINT "click_rollups_pkey" PRIMARY KEY ("subject","subject_id","robot","dimension","day","value")
);

-- CreateTable
CREATE TABLE "click_visitors" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,

    CONSTRAINT "click_visitors_pkey" PRIMARY KEY ("subject","subject_id","visitor")
);

-- CreateTable
CREATE TABLE "journal_offsets" (
    "journal" TEXT NOT NULL,
    "offset" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_offsets_pkey" PRIMARY KEY ("journal")
);

-- CreateTable
CREATE TABLE "_LinkToPixel" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_LinkToPixel_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "plans_name_key" ON "plans"("name");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_folded_key" ON "users"("username_folded");

-- CreateIndex
CREATE INDEX "users_plan_id_idx" ON "users"("plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_user_id_key" ON "api_keys"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hmac_key" ON "api_keys"("hmac");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");

-- CreateIndex
CREATE INDEX "sso_tokens_user_id_idx" ON "sso_tokens"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "domains_host_key" ON "domains"("host");

-- CreateIndex
CREATE INDEX "domains_user_id_id_idx" ON "domains"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "links_user_id_id_idx" ON "links"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "links_user_id_clicks_id_idx" ON "links"("user_id", "clicks" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "links_campaign_id_idx" ON "links"("campaign_id");

-- CreateIndex
CREATE INDEX "links_overlay_id_idx" ON "links"("overlay_id");

-- CreateIndex
CREATE INDEX "links_splash_page_id_idx" ON "links"("splash_page_id");

-- CreateIndex
CREATE UNIQUE INDEX "links_domain_id_alias_folded_key" ON "links"("domain_id", "alias_folded");

-- CreateIndex
CREATE UNIQUE INDEX "campaigns_slug_key" ON "campaigns"("slug");

-- CreateIndex
CREATE INDEX "campaigns_user_id_id_idx" ON "campaigns"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "channels_user_id_id_idx" ON "channels"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "channel_items_link_id_idx" ON "channel_items"("link_id");

-- CreateIndex
CREATE INDEX "channel_items_bio_page_id_idx" ON "channel_items"("bio_page_id");

-- CreateIndex
CREATE INDEX "channel_items_qr_code_id_idx" ON "channel_items"("qr_code_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_items_channel_id_link_id_key" ON "channel_items"("channel_id", "link_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_items_channel_id_bio_page_id_key" ON "channel_items"("channel_id", "bio_page_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_items_channel_id_qr_code_id_key" ON "channel_items"("channel_id", "qr_code_id");

-- CreateIndex
CREATE INDEX "pixels_user_id_id_idx" ON "pixels"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "qr_codes_code_key" ON "qr_codes"("code");

-- CreateIndex
CREATE INDEX "qr_codes_user_id_id_idx" ON "qr_codes"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "overlays_user_id_id_idx" ON "overlays"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "splash_pages_user_id_id_idx" ON "splash_pages"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bio_pages_slug_key" ON "bio_pages"("slug");

-- CreateIndex
CREATE INDEX "bio_pages_user_id_id_idx" ON "bio_pages"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sms_accounts_user_id_key" ON "sms_accounts"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sms_messages_provider_id_key" ON "sms_messages"("provider_id");

-- CreateIndex
CREATE INDEX "sms_messages_user_id_id_idx" ON "sms_messages"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_user_id_to_id_idx" ON "sms_messages"("user_id", "to", "id" DESC);

-- CreateIndex
CREATE INDEX "sms_messages_user_id_from_id_idx" ON "sms_messages"("user_id", "from", "id" DESC);

-- CreateIndex
CREATE INDEX "clicks_link_id_at_idx" ON "clicks"("link_id", "at" DESC);

-- CreateIndex
CREATE INDEX "clicks_qr_code_id_at_idx" ON "clicks"("qr_code_id", "at" DESC);

-- CreateIndex
CREATE INDEX "_LinkToPixel_B_index" ON "_LinkToPixel"("B");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "plans"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_tokens" ADD CONSTRAINT "sso_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "domains" ADD CONSTRAINT "domains_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "links" ADD CONSTRAINT "links_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "links" ADD CONSTRAINT "links_overlay_id_fkey" FOREIGN KEY ("overlay_id") REFERENCES "overlays"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "links" ADD CONSTRAINT "links_splash_page_id_fkey" FOREIGN KEY ("splash_page_id") REFERENCES "splash_pages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "links" ADD CONSTRAINT "links_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_bio_page_id_fkey" FOREIGN KEY ("bio_page_id") REFERENCES "bio_pages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_qr_code_id_fkey" FOREIGN KEY ("qr_code_id") REFERENCES "qr_codes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pixels" ADD CONSTRAINT "pixels_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qr_codes" ADD CONSTRAINT "qr_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "overlays" ADD CONSTRAINT "overlays_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "splash_pages" ADD CONSTRAINT "splash_pages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bio_pages" ADD CONSTRAINT "bio_pages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_accounts" ADD CONSTRAINT "sms_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_messages" ADD CONSTRAINT "sms_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_LinkToPixel" ADD CONSTRAINT "_LinkToPixel_A_fkey" FOREIGN KEY ("A") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_LinkToPixel" ADD CONSTRAINT "_LinkToPixel_B_fkey" FOREIGN KEY ("B") REFERENCES "pixels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand: what schema.prisma cannot say. `clicks` above is partitioned by hand, too; its partitions, one
-- a month, are created as clicks arrive.

-- The drain adds to the same rows again and again: with room on their page that touches no index.
ALTER TABLE "click_rollups" SET (fillfactor = 70);

ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_one_item"
    CHECK (num_nonnulls("link_id", "bio_page_id", "qr_code_id") = 1);

-- Every process caches what redirects and API requests need, and listens for these. Sent with the transaction that
-- changes the row, so nobody who writes has to remember.

CREATE FUNCTION notify_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM pg_notify('link_changed', OLD.domain_id || ':' || OLD.alias_folded);
    END IF;
    -- The same notice twice in a transaction is sent once.
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('link_changed', NEW.domain_id || ':' || NEW.alias_folded);
    END IF;
    RETURN NULL;
END $$;

-- All columns but the counters. A migration that adds a column adds it here.
CREATE TRIGGER "link_changed" AFTER INSERT OR DELETE OR UPDATE OF
    "id", "user_id", "domain_id", "alias", "alias_folded", "destination", "title", "description", "status", "type",
    "overlay_id", "splash_page_id", "password_hash", "redirect_status", "expires_at", "expiry_url", "click_limit",
    "rules", "deep_link", "parameters", "meta_title", "meta_description", "meta_image", "campaign_id", "created_at"
    ON "links" FOR EACH ROW EXECUTE FUNCTION notify_link_changed();

CREATE FUNCTION notify_domain_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM pg_notify('domain_changed', OLD.host);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('domain_changed', NEW.host);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "domain_changed" AFTER INSERT OR UPDATE OR DELETE
    ON "domains" FOR EACH ROW EXECUTE FUNCTION notify_domain_changed();

CREATE FUNCTION notify_api_key_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('api_key_changed', encode(OLD.hmac, 'hex'));
    RETURN NULL;
END $$;

CREATE TRIGGER "api_key_changed" AFTER UPDATE OR DELETE
    ON "api_keys" FOR EACH ROW EXECUTE FUNCTION notify_api_key_changed();

CREATE FUNCTION notify_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('user_changed', OLD.id::text);
    RETURN NULL;
END $$;

CREATE TRIGGER "user_changed" AFTER DELETE OR UPDATE OF
    "email", "username", "password_hash", "admin", "plan_id", "plan_expires_at"
    ON "users" FOR EACH ROW EXECUTE FUNCTION notify_user_changed();
