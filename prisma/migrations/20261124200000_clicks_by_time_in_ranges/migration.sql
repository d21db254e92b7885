-- Clicks are found by their time in ranges of pages: they are stored in about its order, and nothing asks for one of them by time and
-- id alone. The primary key took 32 bytes a click, and the drain an index to write to. First the ranges, which take one pass over
-- the tables: meanwhile clicks can be read, and new ones wait in their journals. Then the key, which goes in a moment.

-- CreateIndex
CREATE INDEX "clicks_at_idx" ON "clicks" USING BRIN ("at") WITH (pages_per_range = 32, autosummarize = on);

-- AlterTable
ALTER TABLE "clicks" DROP CONSTRAINT "clicks_pkey";

-- prisma/sql: 28833b80862705e26919863381c0dd18b38cc5a35cbb26eb88f8837303f2e6ae
