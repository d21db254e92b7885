-- AlterTable
ALTER TABLE "member_invitations" ADD COLUMN     "inviter_id" INTEGER;

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: 24688b669aef05538f927ebbd5db4840d1b14ae2ac1cd1c8679414424d68cbe1
