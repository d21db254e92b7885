-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN     "partial" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "made" JSONB NOT NULL DEFAULT '[]';

-- CreateIndex
CREATE INDEX "import_rows_import_id_partial_outcome_row_idx" ON "import_rows"("import_id", "partial", "outcome", "row");
