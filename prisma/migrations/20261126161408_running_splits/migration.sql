-- The split tests that may end are checked each hour. Prisma knows no index of some rows alone.
CREATE INDEX "links_running_splits_idx" ON "links"("id") WHERE jsonb_path_exists("rules", '$[*].finish ? (!exists(@.result))');

-- prisma/sql: cd73ee021f05212ddc3e811493df02a8dc95d74a4ab945ce05f1e7dc8893f3fc
