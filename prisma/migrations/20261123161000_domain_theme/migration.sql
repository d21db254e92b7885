-- How a domain's own pages look to its visitors. Nothing is written: where there is nothing, they look as before.

-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "theme" JSONB;

-- prisma/sql: 8d7a83abeefe149037c666c68f549ff498b288330d5acffe59f3671ccb676dbb
