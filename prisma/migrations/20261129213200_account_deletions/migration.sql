-- CreateTable
CREATE TABLE "account_deletions" (
    "user_id" INTEGER NOT NULL,
    "username" TEXT NOT NULL,
    "links" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_deletions_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: e588edfa943c7279678a34bc3424cae2794c5f58e5e94eecfb8ef01ba2068848
