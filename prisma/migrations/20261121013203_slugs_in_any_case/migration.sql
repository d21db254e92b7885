-- Slugs are unique whatever their case, like aliases.

DROP INDEX "bio_pages_slug_key";
DROP INDEX "campaigns_slug_key";

ALTER TABLE "bio_pages" ADD COLUMN "slug_folded" TEXT;
UPDATE "bio_pages" SET "slug_folded" = lower(normalize("slug", NFC));
ALTER TABLE "bio_pages" ALTER COLUMN "slug_folded" SET NOT NULL;

ALTER TABLE "campaigns" ADD COLUMN "slug_folded" TEXT;
UPDATE "campaigns" SET "slug_folded" = lower(normalize("slug", NFC));

CREATE UNIQUE INDEX "bio_pages_slug_folded_key" ON "bio_pages"("slug_folded");
CREATE UNIQUE INDEX "campaigns_slug_folded_key" ON "campaigns"("slug_folded");
