-- CreateTable
CREATE TABLE "quarantined_clicks" (
    "id" BIGSERIAL NOT NULL,
    "journal" TEXT NOT NULL,
    "position" BIGINT NOT NULL,
    "line" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quarantined_clicks_pkey" PRIMARY KEY ("id")
);
