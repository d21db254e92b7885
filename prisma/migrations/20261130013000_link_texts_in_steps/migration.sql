-- AlterTable
ALTER TABLE "link_blocks" ADD COLUMN     "texts_due" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "link_blocks_texts_due_idx" ON "link_blocks"("texts_due");

-- prisma/sql: 107f00189d33e2cdedac983716fa2ee111cd481398dc7b70ab39d3d13a911f04
