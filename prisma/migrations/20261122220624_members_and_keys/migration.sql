-- CreateEnum
CREATE TYPE "MemberRole" AS ENUM ('admin', 'editor', 'analyst');

-- DropIndex
DROP INDEX "api_keys_user_id_key";

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "enabled" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_used_from" TEXT,
ADD COLUMN     "legacy" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "member_id" INTEGER,
ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "networks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "scopes" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
ALTER COLUMN "encrypted" DROP NOT NULL;

-- The key that each account has is the one that its owner may switch off. A hundred thousand take a second.
UPDATE "api_keys" SET "legacy" = true, "member_id" = "user_id";
ALTER TABLE "api_keys" ALTER COLUMN "member_id" SET NOT NULL;
CREATE UNIQUE INDEX "api_keys_legacy_key" ON "api_keys"("user_id") WHERE "legacy";

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "account_id" INTEGER;

-- CreateTable
CREATE TABLE "members" (
    "user_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "role" "MemberRole" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("user_id","member_id")
);

-- CreateTable
CREATE TABLE "member_invitations" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "role" "MemberRole" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "members_member_id_idx" ON "members"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "member_invitations_token_hash_key" ON "member_invitations"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "member_invitations_user_id_email_key" ON "member_invitations"("user_id", "email");

-- CreateIndex
CREATE INDEX "api_keys_user_id_id_idx" ON "api_keys"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "api_keys_member_id_user_id_idx" ON "api_keys"("member_id", "user_id");

-- CreateIndex
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- prisma/sql: 8f072917b4c642b82fa30f04621e3a6b2f95c53cc457ce82445da8a7a7cb2f11
