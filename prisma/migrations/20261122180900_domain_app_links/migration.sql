-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "app_links" JSONB;

-- prisma/sql: 99fe49cd8ab629512785a1928dc887b9609ae152a8616b9700e42ca09ed1e358
