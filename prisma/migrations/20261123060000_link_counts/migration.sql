-- What was counted of links moves into a table of its own; nothing is written to links meanwhile. An instance of the version before goes on counting in links, from where a trigger takes it over
-- (prisma/sql/links.sql); what it shows stands still meanwhile.

-- DropIndex
DROP INDEX "links_user_id_archived_clicks_id_idx";

-- CreateTable
CREATE TABLE "link_counts" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "archived" BOOLEAN NOT NULL,
    "clicks" BIGINT NOT NULL,
    "unique_clicks" BIGINT NOT NULL
);

-- Before the indexes: they are built faster than they are filled.
INSERT INTO "link_counts" SELECT "id", "user_id", "archived", "clicks", "unique_clicks" FROM "links" ORDER BY "id";
ALTER TABLE "link_counts" ADD CONSTRAINT "link_counts_pkey" PRIMARY KEY ("link_id");

-- CreateIndex
CREATE INDEX "link_counts_user_id_archived_clicks_link_id_idx" ON "link_counts"("user_id", "archived", "clicks" DESC, "link_id" DESC);

-- AddForeignKey
ALTER TABLE "link_counts" ADD CONSTRAINT "link_counts_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: 546991804c7686083f7315520a2057ad38556127bccef99c2f067d3f9f71bc3b
