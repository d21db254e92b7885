-- Clicks are found by their time in ranges of pages: they are stored in about its order, and nothing asks for one of them by time and
-- id alone. The primary key took 32 bytes a click, and the drain an index to write to. First the ranges, which take one pass over
-- the tables: meanwhile clicks can be read, and new ones wait in their journals. Then the key, which goes in a moment.

-- CreateIndex
CREATE INDEX "clicks_at_idx" ON "clicks" USING BRIN ("at") WITH (pages_per_range = 32, autosummarize = on);

-- AlterTable
ALTER TABLE "clicks" DROP CONSTRAINT "clicks_pkey";

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
