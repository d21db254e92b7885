-- AlterTable
ALTER TABLE "link_change_sets" ADD COLUMN "request" UUID;

-- prisma/sql: b664422dcc7d5f0c9d499c389fb930c6e6820940916d357bcef5dba9bab7a532
