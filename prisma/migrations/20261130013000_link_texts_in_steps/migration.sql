-- AlterTable
ALTER TABLE "link_blocks" ADD COLUMN     "texts_due" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "link_blocks_texts_due_idx" ON "link_blocks"("texts_due");

-- prisma/sql: 83679a5bcdcb3d5ec48f071b3bb31831688bff919a2e2732fff5c7b865c65ce1
