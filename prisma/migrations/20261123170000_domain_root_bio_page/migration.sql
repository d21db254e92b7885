-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "root_bio_page_id" INTEGER;

-- CreateIndex
CREATE INDEX "domains_root_bio_page_id_idx" ON "domains"("root_bio_page_id");

-- AddForeignKey
ALTER TABLE "domains" ADD CONSTRAINT "domains_root_bio_page_id_fkey" FOREIGN KEY ("root_bio_page_id") REFERENCES "bio_pages"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- prisma/sql: 562d974a007b355156e5c3920a5e4d99e723c0b497c56b22fe8e76e50e9fb7ef
