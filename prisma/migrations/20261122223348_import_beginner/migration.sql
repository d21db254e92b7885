-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "member_id" INTEGER;

-- prisma/sql: 1faee52ac7dfa0ec65fc29f4f6c42d31e5c9d4352d8cb3c39d5d0a31413e55c5
