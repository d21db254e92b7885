-- AlterEnum
ALTER TYPE "ClickDimension" ADD VALUE 'region';
ALTER TYPE "ClickDimension" ADD VALUE 'city';

-- AlterTable
ALTER TABLE "clicks" ADD COLUMN     "city" TEXT,
ADD COLUMN     "region" TEXT;

-- prisma/sql: 546991804c7686083f7315520a2057ad38556127bccef99c2f067d3f9f71bc3b
