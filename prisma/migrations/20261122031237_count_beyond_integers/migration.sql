-- Counters that an import may fill beyond 2,147,483,647: adding to them then failed, for the whole batch, for ever.
-- The three tables are written anew, with their indexes, and nobody can use one of them meanwhile: redirects go on from
-- their caches and clicks wait in the journal. It took 12 s for 1,000,000 links and 5 s for 1,000,000 roll-ups, on two
-- slow cores, and for as long as it takes the disk holds them twice.
ALTER TABLE "click_rollups" ALTER COLUMN "clicks" SET DATA TYPE BIGINT,
ALTER COLUMN "unique" SET DATA TYPE BIGINT,
ALTER COLUMN "counts" SET DATA TYPE BIGINT[];

ALTER TABLE "links" ALTER COLUMN "clicks" SET DATA TYPE BIGINT,
ALTER COLUMN "unique_clicks" SET DATA TYPE BIGINT,
ALTER COLUMN "imported_clicks" SET DATA TYPE BIGINT;

ALTER TABLE "qr_codes" ALTER COLUMN "scans" SET DATA TYPE BIGINT,
ALTER COLUMN "unique_scans" SET DATA TYPE BIGINT;
