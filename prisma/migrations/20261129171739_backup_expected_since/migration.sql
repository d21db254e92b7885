-- AlterTable
ALTER TABLE "backup_status" ADD COLUMN     "expected_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- prisma/sql: c89b9d4ba6a934a91305ba70a8b4ef4d4aaa54772a6a0791e1706c2ac99784d8
