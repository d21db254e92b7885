-- CreateTable
CREATE TABLE "statistics_shares" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "link_id" INTEGER,
    "campaign_id" INTEGER,
    "token" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "statistics_shares_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "statistics_shares_of_one" CHECK (num_nonnulls("link_id", "campaign_id") = 1)
);

-- CreateIndex
CREATE UNIQUE INDEX "statistics_shares_link_id_key" ON "statistics_shares"("link_id");

-- CreateIndex
CREATE UNIQUE INDEX "statistics_shares_campaign_id_key" ON "statistics_shares"("campaign_id");

-- CreateIndex
CREATE UNIQUE INDEX "statistics_shares_token_key" ON "statistics_shares"("token");

-- CreateIndex
CREATE INDEX "statistics_shares_user_id_idx" ON "statistics_shares"("user_id");

-- AddForeignKey
ALTER TABLE "statistics_shares" ADD CONSTRAINT "statistics_shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statistics_shares" ADD CONSTRAINT "statistics_shares_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statistics_shares" ADD CONSTRAINT "statistics_shares_campaign_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE ON UPDATE CASCADE;
