-- AlterTable
ALTER TABLE "users" ADD COLUMN     "time_zone" TEXT;

-- prisma/sql: 31aacd2ec9a8844cdbb7186240d315355a3463d903ba538076d5e6328ca65480
