-- CreateEnum
CREATE TYPE "TakedownStatus" AS ENUM ('disabling', 'disabled', 'undoing', 'undone');

-- AlterTable
ALTER TABLE "disabled_links" ADD COLUMN     "takedown_id" INTEGER;

-- AlterTable
ALTER TABLE "instance_settings" ADD COLUMN     "blocklist" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "email" TEXT;

-- CreateTable
CREATE TABLE "link_takedowns" (
    "id" SERIAL NOT NULL,
    "host" TEXT,
    "account_id" INTEGER,
    "account" TEXT,
    "reason" TEXT NOT NULL,
    "status" "TakedownStatus" NOT NULL DEFAULT 'disabling',
    "checked_to" INTEGER NOT NULL DEFAULT 0,
    "links" INTEGER NOT NULL DEFAULT 0,
    "by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_takedowns_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "link_takedowns_account_id_idx" ON "link_takedowns"("account_id");

-- CreateIndex
CREATE INDEX "link_takedowns_by_id_idx" ON "link_takedowns"("by_id");

-- CreateIndex
CREATE INDEX "disabled_links_takedown_id_idx" ON "disabled_links"("takedown_id");

-- CreateIndex
CREATE INDEX "disabled_links_created_at_link_id_idx" ON "disabled_links"("created_at" DESC, "link_id" DESC);

-- AddForeignKey
ALTER TABLE "link_takedowns" ADD CONSTRAINT "link_takedowns_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "link_takedowns" ADD CONSTRAINT "link_takedowns_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- prisma/sql: 401f0f04ff9d8110fb4a529bee2d98a01bda4e8f674a4b3e294e842b1c21cc7d
