-- How codes look: of a link's own one with the link, of others beside their colours, and to be used again by itself. Nothing is
-- written: where there is nothing, codes look as before.

-- AlterTable
ALTER TABLE "links" ADD COLUMN     "qr_design" JSONB;

-- AlterTable
ALTER TABLE "qr_codes" ADD COLUMN     "style" JSONB;

-- CreateTable
CREATE TABLE "qr_templates" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "design" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "qr_templates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "qr_templates_user_id_id_idx" ON "qr_templates"("user_id", "id" DESC);

-- AddForeignKey
ALTER TABLE "qr_templates" ADD CONSTRAINT "qr_templates_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: abc8acaf4e5a17ad6c5ca55831d0da2eb741883a7e22d24cb6814df9586051fc
