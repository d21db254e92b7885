-- AlterTable
ALTER TABLE "clicks" ADD COLUMN     "agent" INTEGER,
ADD COLUMN     "network" INTEGER;

-- CreateTable
CREATE TABLE "click_minutes" (
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "journal" TEXT NOT NULL,
    "people" INTEGER NOT NULL,
    "checkers" INTEGER NOT NULL,
    "judged" BOOLEAN NOT NULL DEFAULT false,
    "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "click_minutes_pkey" PRIMARY KEY ("minute","journal")
);

-- CreateTable
CREATE TABLE "click_corrections" (
    "id" SERIAL NOT NULL,
    "clicks" TEXT NOT NULL,

    CONSTRAINT "click_corrections_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "click_minutes_judged_minute_idx" ON "click_minutes"("judged", "minute");

-- prisma/sql: 546991804c7686083f7315520a2057ad38556127bccef99c2f067d3f9f71bc3b
