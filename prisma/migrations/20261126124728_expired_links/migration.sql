-- AlterTable
ALTER TABLE "sweeps" ADD COLUMN     "done_to" TIMESTAMPTZ(3);

-- The links that expire in a minute are looked for each minute. Prisma knows no index of some rows alone.
CREATE INDEX "links_expires_at_idx" ON "links"("expires_at") WHERE "expires_at" IS NOT NULL;

-- prisma/sql: be63fd60939ff0fc1ca2856f0ac8a6afec42f0f96bf3c93060fc4aaaec204a06
