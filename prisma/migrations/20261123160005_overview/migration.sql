-- CreateTable
CREATE TABLE "destination_checks" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "destination" TEXT NOT NULL,
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "status" SMALLINT,
    "failing_since" TIMESTAMPTZ(3),
    "check_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "destination_checks_pkey" PRIMARY KEY ("link_id")
);

-- CreateIndex
CREATE INDEX "destination_checks_user_id_idx" ON "destination_checks"("user_id");

-- CreateIndex
CREATE INDEX "destination_checks_check_at_idx" ON "destination_checks"("check_at");

-- CreateIndex
CREATE INDEX "links_created_at_idx" ON "links" USING BRIN ("created_at");

-- AddForeignKey
ALTER TABLE "destination_checks" ADD CONSTRAINT "destination_checks_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;
