-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "track_conversions" BOOLEAN;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "track_conversions" BOOLEAN NOT NULL DEFAULT false;

-- Links on which it was off now use the setting of their domain or account. A new column, because
-- to change the old one would write every link. CASCADE drops triggers, which prisma/sql creates again.
ALTER TABLE "links" RENAME COLUMN "track_conversions" TO "tracked";
ALTER TABLE "links" ADD COLUMN     "track_conversions" BOOLEAN;
ALTER TABLE "links" DISABLE TRIGGER USER;
UPDATE "links" SET "track_conversions" = true WHERE "tracked";
ALTER TABLE "links" ENABLE TRIGGER USER;
ALTER TABLE "links" DROP COLUMN "tracked" CASCADE;

-- The same for deleted links, which keep every column.
UPDATE "deleted_links" SET "stored" = "stored" #- '{link,track_conversions}' WHERE "stored" #>> '{link,track_conversions}' = 'false';

-- prisma/sql: 09e22ce65310694879f067bf4d3c6fdce7ee2db0de718cedfaf43d6779de207f
