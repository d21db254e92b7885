-- AlterTable
ALTER TABLE "member_invitations" ADD COLUMN     "inviter_id" INTEGER;

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
