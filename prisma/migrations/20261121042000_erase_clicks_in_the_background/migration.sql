-- What most rows have not, they need not be found by: an index of the others alone costs them nothing. For a link, whose
-- counters change with every batch of clicks, each index is one more entry to write.

CREATE INDEX "clicks_campaign_id_idx" ON "clicks"("campaign_id") WHERE "campaign_id" IS NOT NULL;

CREATE INDEX "clicks_bio_page_id_idx" ON "clicks"("bio_page_id") WHERE "bio_page_id" IS NOT NULL;

DROP INDEX "clicks_qr_code_id_at_idx";
CREATE INDEX "clicks_qr_code_id_at_idx" ON "clicks"("qr_code_id", "at" DESC) WHERE "qr_code_id" IS NOT NULL;

DROP INDEX "links_campaign_id_idx";
CREATE INDEX "links_campaign_id_idx" ON "links"("campaign_id") WHERE "campaign_id" IS NOT NULL;

DROP INDEX "links_overlay_id_idx";
CREATE INDEX "links_overlay_id_idx" ON "links"("overlay_id") WHERE "overlay_id" IS NOT NULL;

DROP INDEX "links_splash_page_id_idx";
CREATE INDEX "links_splash_page_id_idx" ON "links"("splash_page_id") WHERE "splash_page_id" IS NOT NULL;
