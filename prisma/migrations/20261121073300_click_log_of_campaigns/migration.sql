-- Statistics that are narrowed down read the newest clicks of a campaign.
DROP INDEX "clicks_campaign_id_idx";
CREATE INDEX "clicks_campaign_id_at_idx" ON "clicks"("campaign_id", "at" DESC) WHERE "campaign_id" IS NOT NULL;
