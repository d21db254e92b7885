-- DropForeignKey
ALTER TABLE "audit_changes" DROP CONSTRAINT "audit_changes_entry_id_fkey";

-- prisma/sql: ebe9ea5d11c8224449e31e1fbdb5693832fb99317806e1b614a548dc47e4704d
