-- CreateTable
CREATE TABLE "kept_keys" (
    "name" TEXT NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "wrapped_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_keys_pkey" PRIMARY KEY ("name")
);

-- prisma/sql: 28833b80862705e26919863381c0dd18b38cc5a35cbb26eb88f8837303f2e6ae
