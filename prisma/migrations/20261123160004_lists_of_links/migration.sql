-- CreateTable
CREATE TABLE "list_settings" (
    "user_id" INTEGER NOT NULL,
    "columns" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "compact" BOOLEAN NOT NULL,
    "per_page" SMALLINT NOT NULL,

    CONSTRAINT "list_settings_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "site_icons" (
    "host" TEXT NOT NULL,
    "code" TEXT,
    "image" BYTEA,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_icons_pkey" PRIMARY KEY ("host")
);

-- CreateIndex
CREATE UNIQUE INDEX "site_icons_code_key" ON "site_icons"("code");

-- CreateIndex
CREATE INDEX "site_icons_checked_at_idx" ON "site_icons"("checked_at");

-- AddForeignKey
ALTER TABLE "list_settings" ADD CONSTRAINT "list_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: 31aacd2ec9a8844cdbb7186240d315355a3463d903ba538076d5e6328ca65480
