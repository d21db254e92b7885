-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "columns" JSONB NOT NULL DEFAULT '{}';

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
