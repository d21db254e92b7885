-- CreateEnum
CREATE TYPE "ClickClass" AS ENUM ('robot', 'ai', 'preview', 'scanner', 'network', 'burst', 'spam');

-- AlterEnum
ALTER TYPE "ClickDimension" ADD VALUE 'class';

-- AlterTable
ALTER TABLE "clicks" ADD COLUMN     "class" "ClickClass",
ADD COLUMN     "ruleset" SMALLINT;

-- prisma/sql: 1ff6e5432f37c1c34b85f31a4850829f10f652e5d3b25c2821db25ea0b76d83f
