-- CreateTable
CREATE TABLE "weekly_reports" (
    "user_id" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "weekly_reports_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "weekly_reports_next_at_idx" ON "weekly_reports"("next_at");

-- AddForeignKey
ALTER TABLE "weekly_reports" ADD CONSTRAINT "weekly_reports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: 70d22f15d8512f3fb98b2de59e682c955fb6c41435471856f4dedd10d28322c2
