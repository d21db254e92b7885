-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "app_links" JSONB;

-- prisma/sql: 9854ae20d9084e82f0ba97d44d3fd6dac0fbe5192e37febe5f8d012190dfafcf
