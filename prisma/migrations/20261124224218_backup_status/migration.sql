-- CreateTable
CREATE TABLE "backup_status" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "made_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "backup_status_pkey" PRIMARY KEY ("id")
);

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
