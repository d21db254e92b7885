-- Quick on any database: the new column is empty, and its index reads the accounts once.

-- CreateEnum
CREATE TYPE "HandoverStatus" AS ENUM ('open', 'accepted', 'refused', 'withdrawn');

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "leaves_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "handovers" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "everything" BOOLEAN NOT NULL,
    "link_ids" INTEGER[],
    "status" "HandoverStatus" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "handovers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "handovers_user_id_id_idx" ON "handovers"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "handovers_email_id_idx" ON "handovers"("email", "id" DESC);

-- CreateIndex
CREATE INDEX "handovers_expires_at_idx" ON "handovers"("expires_at");

-- CreateIndex
CREATE INDEX "users_leaves_at_idx" ON "users"("leaves_at");

-- AddForeignKey
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: 1ff6e5432f37c1c34b85f31a4850829f10f652e5d3b25c2821db25ea0b76d83f
