-- AlterTable
ALTER TABLE "click_blocks" ADD COLUMN     "days" DATE[] DEFAULT ARRAY[]::DATE[],
ADD COLUMN     "ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- AlterTable
ALTER TABLE "clicks" ADD COLUMN     "seal" BYTEA;

-- CreateTable
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

    CONSTRAINT "click_segments_pkey" PRIMARY KEY ("number")
);

-- CreateTable
CREATE TABLE "click_roots" (
    "day" DATE NOT NULL,
    "position" BIGINT NOT NULL,
    "chain" BYTEA NOT NULL,
    "gone" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "erased" BIGINT NOT NULL,
    "since" DATE NOT NULL,
    "signature" BYTEA NOT NULL,

    CONSTRAINT "click_roots_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "click_verifications" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,
    "clicks" BIGINT NOT NULL,
    "differences" BIGINT NOT NULL,

    CONSTRAINT "click_verifications_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "click_segments_position_key" ON "click_segments"("position");

-- CreateIndex
CREATE INDEX "click_segments_journal_idx" ON "click_segments"("journal");

-- CreateIndex
CREATE INDEX "click_segments_day_idx" ON "click_segments"("day");

-- The ids of clicks in segments are above all that there are, and that instances of the version before may still give.
SELECT setval('click_segments_number_seq', ("last_value" >> 20) + 1000) FROM "clicks_id_seq";

-- prisma/sql: 546991804c7686083f7315520a2057ad38556127bccef99c2f067d3f9f71bc3b
