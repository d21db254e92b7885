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

-- prisma/sql: a5ab277f22fad7bdf3101b02e3b0109e74daedf1ed3ffef23d1d8985f3822aa8
