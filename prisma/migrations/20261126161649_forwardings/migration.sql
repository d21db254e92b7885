-- CreateEnum
CREATE TYPE "ForwardingKind" AS ENUM ('ga4', 'matomo', 'meta', 'plausible', 'segment', 'url');

-- AlterTable
ALTER TABLE "conversions" ADD COLUMN     "agreed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "forwarding" "ForwardingKind",
ADD COLUMN     "site" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "template" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "token_end" TEXT NOT NULL DEFAULT '';

-- prisma/sql: f11a3080f64c709a6ab345630ca89d6fec94bb569f44a828d868352293132db1
