-- AlterEnum
ALTER TYPE "ImportOutcome" ADD VALUE 'own';
ALTER TYPE "ImportOutcome" ADD VALUE 'overwritten';

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "overwrite" BOOLEAN NOT NULL DEFAULT false;

-- prisma/sql: 8a62894f9632ecbd05a7b3208df7207b15ac9980382184b94cdb37078f2911f7
