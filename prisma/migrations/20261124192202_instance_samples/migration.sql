-- CreateTable
CREATE TABLE "instance_samples" (
    "host" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "figures" JSONB NOT NULL,

    CONSTRAINT "instance_samples_pkey" PRIMARY KEY ("at","host")
);

-- prisma/sql: 28833b80862705e26919863381c0dd18b38cc5a35cbb26eb88f8837303f2e6ae
