-- AlterTable
ALTER TABLE "links" ADD COLUMN     "external_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "links_user_id_external_id_key" ON "links"("user_id", "external_id");

-- prisma/sql: f3986ca06400734784c9da2f34e493e1d270659b74ecd37108176ce01ee1cc59
