-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "busy_user_id" INTEGER,
ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "counts" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "problem" TEXT,
ADD COLUMN     "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE UNIQUE INDEX "imports_busy_user_id_key" ON "imports"("busy_user_id");

-- CreateIndex
CREATE INDEX "imports_erased_at_touched_at_idx" ON "imports"("erased_at", "touched_at");

-- What was being read when the last process stopped is sent again. Of several that run for one user the first goes on;
-- the others can be started again after it.
DELETE FROM "imports" WHERE "status" = 'reading';
UPDATE "imports" SET "status" = 'checked', "lease_until" = NULL WHERE "status" = 'running'
  AND "id" <> (SELECT min(first."id") FROM "imports" AS first
    WHERE first."user_id" = "imports"."user_id" AND first."status" = 'running');
UPDATE "imports" SET "busy_user_id" = "user_id" WHERE "status" = 'running';
UPDATE "imports" SET "counts" = counted."counts", "bytes" = counted."bytes" FROM (
  SELECT "import_id", least(sum("bytes"), 1000000000)::int AS "bytes", jsonb_object_agg("outcome", "rows")
    || jsonb_build_object('partial', coalesce(sum("partial") FILTER (WHERE "outcome" IN ('ready', 'taken', 'created', 'renamed')), 0)) AS "counts"
  FROM (SELECT "import_id", "outcome", count(*) AS "rows", count(*) FILTER (WHERE "partial") AS "partial",
      least(sum(octet_length("link"::text)), 1000000000) AS "bytes"
    FROM "import_rows" GROUP BY 1, 2) AS "outcomes" GROUP BY 1) AS counted
WHERE counted."import_id" = "imports"."id";
