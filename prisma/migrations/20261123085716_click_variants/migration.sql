-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "ClickDimension" ADD VALUE 'variant';
ALTER TYPE "ClickDimension" ADD VALUE 'variant_visitors';

-- AlterTable
ALTER TABLE "click_blocks" ADD COLUMN     "variants" BYTEA NOT NULL DEFAULT '\x';

-- AlterTable
ALTER TABLE "clicks" ADD COLUMN     "devices" SMALLINT,
ADD COLUMN     "variant" TEXT,
ADD COLUMN     "variant_unique" BOOLEAN;

-- CreateTable
CREATE TABLE "click_variant_visitors" (
    "link_id" INTEGER NOT NULL,
    "variant" TEXT NOT NULL,
    "visitor" BIGINT NOT NULL,

    CONSTRAINT "click_variant_visitors_pkey" PRIMARY KEY ("link_id","variant","visitor")
);

-- prisma/sql: 546991804c7686083f7315520a2057ad38556127bccef99c2f067d3f9f71bc3b
