-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "inviter_id" INTEGER;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- prisma/sql: cd73ee021f05212ddc3e811493df02a8dc95d74a4ab945ce05f1e7dc8893f3fc
