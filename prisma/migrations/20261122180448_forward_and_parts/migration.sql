-- What links forward of a visitor's address, and an index that tells whether other aliases begin with one and a slash. The
-- columns write no row anew. The index reads every link once (a million in about a second, in which none can be added) and
-- is as small as there are aliases of several parts: none yet.

-- CreateEnum
CREATE TYPE "LinkForward" AS ENUM ('none', 'query', 'all');

-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "forward" "LinkForward" NOT NULL DEFAULT 'none';

-- AlterTable
ALTER TABLE "links" ADD COLUMN     "forward" "LinkForward";

-- CreateIndex
CREATE INDEX "links_deeper_alias_idx" ON "links"("domain_id", "alias_folded" COLLATE "C") WHERE strpos("alias_folded", '/') > 0;

-- prisma/sql: e92651503cd712176a3ad978b5299dacec4897f9c22f543926079a9e47672699
