ALTER TYPE "ClickDimension" ADD VALUE 'utm_source';
ALTER TYPE "ClickDimension" ADD VALUE 'utm_medium';
ALTER TYPE "ClickDimension" ADD VALUE 'utm_campaign';
ALTER TYPE "ClickDimension" ADD VALUE 'utm_term';
ALTER TYPE "ClickDimension" ADD VALUE 'utm_content';
ALTER TYPE "ClickDimension" ADD VALUE 'rule';
ALTER TYPE "ClickDimension" ADD VALUE 'block';

-- AlterTable
ALTER TABLE "clicks" ADD COLUMN "bio_block" TEXT,
ADD COLUMN "rule" TEXT,
ADD COLUMN "utm_campaign" TEXT,
ADD COLUMN "utm_content" TEXT,
ADD COLUMN "utm_medium" TEXT,
ADD COLUMN "utm_source" TEXT,
ADD COLUMN "utm_term" TEXT;
