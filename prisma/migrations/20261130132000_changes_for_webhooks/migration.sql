-- CreateTable
CREATE TABLE "webhook_changes" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event" TEXT,
    "subject" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "change" BIGINT,
    "before" JSONB,
    "after" JSONB,
    "state" JSONB,

    CONSTRAINT "webhook_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_changes_user_id_subject_subject_id_change_key" ON "webhook_changes"("user_id", "subject", "subject_id", "change");

DROP TRIGGER IF EXISTS "webhook_further_changes" ON "audit_changes";
DROP TRIGGER IF EXISTS "webhook_conversions" ON "conversions";
DROP FUNCTION IF EXISTS webhook_further_changes(), webhook_conversions();

-- prisma/sql: c6e80daba2e23d72490e537668412b30d315be4cbf9b6ceebae58ea687caa11c
