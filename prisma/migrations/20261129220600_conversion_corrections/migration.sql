-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "corrections" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "withdrawn" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "conversion_corrections" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "conversion_id" BIGINT NOT NULL,
    "amount_before" BIGINT,
    "amount_after" BIGINT,
    "withdrawn_before" BOOLEAN NOT NULL,
    "withdrawn_after" BOOLEAN NOT NULL,
    "person" TEXT,
    "key" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversion_corrections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "conversion_corrections_user_id_id_idx" ON "conversion_corrections"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "conversion_corrections_conversion_id_idx" ON "conversion_corrections"("conversion_id");

-- prisma/sql: 9536f0305da3afddc9ef0b4d591547b5bf412bd334b2a0958dfbf3671e0831d1
