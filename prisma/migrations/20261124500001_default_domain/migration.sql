-- AlterTable
ALTER TABLE "users" ADD COLUMN     "default_domain_id" INTEGER;

-- CreateIndex
CREATE INDEX "users_default_domain_id_idx" ON "users"("default_domain_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_default_domain_id_fkey" FOREIGN KEY ("default_domain_id") REFERENCES "domains"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- prisma/sql: e6a4dd1d8b80926c8ed50e8777401aef7ef9030d2d3da00bc7654a211d744c2a
