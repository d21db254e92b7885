-- CreateEnum
CREATE TYPE "ImportStatus" AS ENUM ('reading', 'checked', 'running', 'done');

-- CreateEnum
CREATE TYPE "ImportOutcome" AS ENUM ('ready', 'taken', 'repeated', 'present', 'invalid', 'created', 'renamed', 'left');

-- AlterTable
ALTER TABLE "links" ADD COLUMN     "imported_clicks" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "imports" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "file_name" TEXT NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'csv',
    "status" "ImportStatus" NOT NULL DEFAULT 'reading',
    "rename" BOOLEAN NOT NULL DEFAULT false,
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "link" JSONB NOT NULL,
    "domain_id" INTEGER NOT NULL,
    "outcome" "ImportOutcome" NOT NULL,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id","row")
);

-- CreateIndex
CREATE INDEX "imports_user_id_id_idx" ON "imports"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "import_rows_import_id_outcome_created_at_row_idx" ON "import_rows"("import_id", "outcome", "created_at", "row");

-- AddForeignKey
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;
