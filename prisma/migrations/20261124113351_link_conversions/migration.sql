-- CreateTable
CREATE TABLE "link_conversions" (
    "link_id" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "link_conversions_pkey" PRIMARY KEY ("link_id","visitor")
);

-- prisma/sql: 28833b80862705e26919863381c0dd18b38cc5a35cbb26eb88f8837303f2e6ae
