-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "app_links" JSONB;

-- prisma/sql: 88675195f10fa44ea60f447595a75a5224535ea8d89aad567445912ea6f41754
