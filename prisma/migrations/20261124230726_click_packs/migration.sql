-- CreateTable
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

    CONSTRAINT "click_packs_pkey" PRIMARY KEY ("number")
);

-- CreateIndex
CREATE INDEX "click_packs_base_idx" ON "click_packs"("base");

-- CreateIndex
CREATE INDEX "click_packs_qr_codes_idx" ON "click_packs" USING GIN ("qr_codes");

-- CreateIndex
CREATE INDEX "click_packs_campaigns_idx" ON "click_packs" USING GIN ("campaigns");

-- CreateIndex
CREATE INDEX "click_packs_bio_pages_idx" ON "click_packs" USING GIN ("bio_pages");

-- By hand: what a link's clicks may be in.
CREATE INDEX "click_packs_links_idx" ON "click_packs" USING GIST (int4range("first_link", "last_link", '[]'));

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
