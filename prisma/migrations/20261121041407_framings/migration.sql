-- CreateTable
CREATE TABLE "framings" (
    "key" BYTEA NOT NULL,
    "ancestors" TEXT,
    "secure" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "framings_pkey" PRIMARY KEY ("key")
);
