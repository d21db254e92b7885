-- An instance of the version before must not tag links between the count below and the new triggers. It waits.
LOCK TABLE "_LinkToTag" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "tag_counts" (
    "id" SERIAL NOT NULL,
    "tag_id" INTEGER NOT NULL,
    "links" INTEGER NOT NULL,

    CONSTRAINT "tag_counts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tag_counts_tag_id_idx" ON "tag_counts"("tag_id");

INSERT INTO "tag_counts" ("tag_id", "links") SELECT "B", count(*) FROM "_LinkToTag" GROUP BY "B";

-- AddForeignKey
ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tags"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists of links that are not public, or that may have expired or reached their limit, without reading all others.
-- Prisma knows no index of some rows alone.
CREATE INDEX "links_not_public_idx" ON "links"("user_id", "status", "archived", "created_at" DESC, "id" DESC) WHERE "status" <> 'public';
CREATE INDEX "links_expiring_idx" ON "links"("user_id", "expires_at") WHERE "expires_at" IS NOT NULL;
CREATE INDEX "links_limited_idx" ON "links"("user_id") WHERE "click_limit" IS NOT NULL;

-- prisma/sql: 8e4da298e5de8dadba061b4153252362aeb99f0b85e4fb214a8379fab2fc24e1
