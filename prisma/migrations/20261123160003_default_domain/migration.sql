-- AlterTable
ALTER TABLE "users" ADD COLUMN     "default_domain_id" INTEGER;

-- CreateIndex
CREATE INDEX "users_default_domain_id_idx" ON "users"("default_domain_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_default_domain_id_fkey" FOREIGN KEY ("default_domain_id") REFERENCES "domains"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- prisma/sql: 1dca27f6e2c05c8dcae74b7cbe12ecb58a856103b74f9718ee1920f855fb14e1
