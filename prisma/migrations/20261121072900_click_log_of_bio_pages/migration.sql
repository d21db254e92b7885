-- An export reads the visits of a bio page in the order of time, some at once.
DROP INDEX "clicks_bio_page_id_idx";
CREATE INDEX "clicks_bio_page_id_at_idx" ON "clicks"("bio_page_id", "at" DESC) WHERE "bio_page_id" IS NOT NULL;
