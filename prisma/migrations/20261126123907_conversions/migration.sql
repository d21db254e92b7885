-- CreateEnum
CREATE TYPE "ConversionSource" AS ENUM ('api', 'page', 'visitor');

-- AlterTable
ALTER TABLE "links" ADD COLUMN     "track_conversions" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "conversions" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "link_id" INTEGER NOT NULL,
    "campaign_id" INTEGER,
    "variant" TEXT,
    "click" BIGINT,
    "clicked_at" TIMESTAMPTZ(3),
    "visitor" BIGINT,
    "event" TEXT NOT NULL,
    "amount" BIGINT,
    "currency" TEXT,
    "external_id" TEXT,
    "source" "ConversionSource" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "conversions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "conversions_user_id_id_idx" ON "conversions"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "conversions_link_id_at_idx" ON "conversions"("link_id", "at");

-- CreateIndex
CREATE INDEX "conversions_campaign_id_at_idx" ON "conversions"("campaign_id", "at");

-- CreateIndex
CREATE INDEX "conversions_click_idx" ON "conversions"("click");

-- CreateIndex
CREATE INDEX "conversions_at_idx" ON "conversions" USING BRIN ("at");

-- CreateIndex
CREATE UNIQUE INDEX "conversions_user_id_external_id_key" ON "conversions"("user_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "conversions_link_id_visitor_key" ON "conversions"("link_id", "visitor");

-- What a page has reported of a click counts once. Prisma knows no index of some rows alone.
CREATE UNIQUE INDEX "conversions_page_key" ON "conversions"("click", "event") WHERE "source" = 'page';

-- The visitors who have opened the counting address after they came through the link. `has_clicked` of prisma/sql/conversions.sql
-- says the same.
INSERT INTO "conversions" ("user_id", "link_id", "campaign_id", "visitor", "event", "source", "at")
    SELECT links.user_id, links.id, links.campaign_id, known.visitor, 'lead', 'visitor', known.at
    FROM "link_conversions" AS known JOIN "links" ON links.id = known.link_id
    WHERE EXISTS (SELECT FROM click_visitors WHERE subject = 'link' AND subject_id = known.link_id AND visitor = known.visitor)
        OR coalesce(known.visitor = ANY((SELECT visitors FROM click_visitor_sets WHERE subject = 'link' AND subject_id = known.link_id
            AND first <= known.visitor ORDER BY first DESC LIMIT 1)::bigint[]), false)
    ORDER BY known.at;

-- prisma/sql: 29f27028e1a464b64ac36b3c03b602789ae741d94a861ffbd84c9b17d5c5f24f
