-- Two indexes of links are made anew: about two seconds for each million links, for which nothing is written to them.

-- DropIndex
DROP INDEX "links_user_id_clicks_id_idx";

-- DropIndex
DROP INDEX "links_user_id_id_idx";

-- AlterTable
ALTER TABLE "link_blocks" ADD COLUMN     "archived" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "links" ADD COLUMN     "archived" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "deleted_links" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "domain_id" INTEGER,
    "alias" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "unique_clicks" BIGINT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "bytes" INTEGER NOT NULL,
    "stored" JSONB NOT NULL,

    CONSTRAINT "deleted_links_pkey" PRIMARY KEY ("link_id")
);

-- CreateIndex
CREATE INDEX "deleted_links_user_id_deleted_at_link_id_bytes_idx" ON "deleted_links"("user_id", "deleted_at" DESC, "link_id" DESC, "bytes");

-- CreateIndex
CREATE INDEX "deleted_links_deleted_at_idx" ON "deleted_links"("deleted_at");

-- CreateIndex
CREATE INDEX "deleted_links_domain_id_idx" ON "deleted_links"("domain_id");

-- CreateIndex
CREATE INDEX "links_user_id_archived_id_idx" ON "links"("user_id", "archived", "id" DESC);

-- CreateIndex
CREATE INDEX "links_user_id_archived_clicks_id_idx" ON "links"("user_id", "archived", "clicks" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "deleted_links" ADD CONSTRAINT "deleted_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deleted_links" ADD CONSTRAINT "deleted_links_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- prisma/sql: 0d8dea4a2076101fe6b6b0438ed9ab0c2666ce603930caa0c61f9f026cfc486f
