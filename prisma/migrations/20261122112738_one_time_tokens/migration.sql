-- Three tables of one-time tokens become one, and links in mails that were sent go on working. Views take the names of the
-- tables: an instance of the version before, which runs beside the first of this one, goes on with what the others make.
-- It lists expired rows by `ctid`. A later migration drops the views, once no version needs them.

-- CreateEnum
CREATE TYPE "OneTimeTokenKind" AS ENUM ('password_reset', 'log_in', 'confirm_email');

-- CreateTable
CREATE TABLE "one_time_tokens" (
    "token_hash" BYTEA NOT NULL,
    "kind" "OneTimeTokenKind" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "payload" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "one_time_tokens_user_id_kind_idx" ON "one_time_tokens"("user_id", "kind");

-- AddForeignKey
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Nobody writes between the copy and the end of the tables: both are one transaction.
LOCK TABLE "sso_tokens", "password_resets", "email_links" IN ACCESS EXCLUSIVE MODE;

INSERT INTO "one_time_tokens" ("token_hash", "kind", "user_id", "payload", "expires_at", "used_at")
    SELECT "token_hash", 'log_in'::"OneTimeTokenKind", "user_id", NULL, "expires_at", "used_at" FROM "sso_tokens"
    UNION ALL SELECT "token_hash", 'password_reset', "user_id", NULL, "expires_at", "used_at" FROM "password_resets"
    UNION ALL SELECT "token_hash", 'confirm_email', "user_id", "email", "expires_at", NULL FROM "email_links";

DROP TABLE "sso_tokens", "password_resets", "email_links";

CREATE VIEW "sso_tokens" AS
    SELECT "token_hash", "user_id", "expires_at", "used_at", "kind", ctid FROM "one_time_tokens" WHERE "kind" = 'log_in';
ALTER VIEW "sso_tokens" ALTER COLUMN "kind" SET DEFAULT 'log_in';

CREATE VIEW "password_resets" AS
    SELECT "token_hash", "user_id", "expires_at", "used_at", "kind", ctid FROM "one_time_tokens"
    WHERE "kind" = 'password_reset';
ALTER VIEW "password_resets" ALTER COLUMN "kind" SET DEFAULT 'password_reset';

CREATE VIEW "email_links" AS
    SELECT "token_hash", "user_id", "payload" AS "email", "expires_at", "kind", ctid FROM "one_time_tokens"
    WHERE "kind" = 'confirm_email' AND "used_at" IS NULL;
ALTER VIEW "email_links" ALTER COLUMN "kind" SET DEFAULT 'confirm_email';

-- prisma/sql: 5068d4ff427a085678690e97509c3dd45486a2e4fe3a637547de0532ebec3e85
