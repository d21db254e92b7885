-- CreateTable
CREATE TABLE "link_change_sets" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "target" INTEGER,
    "link_ids" INTEGER[],
    "befores" INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_change_sets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "utm_templates" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT,
    "medium" TEXT,
    "campaign" TEXT,
    "term" TEXT,
    "content" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "utm_templates_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "link_change_sets_user_id_id_idx" ON "link_change_sets"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "link_change_sets_created_at_idx" ON "link_change_sets"("created_at");

-- CreateIndex
CREATE INDEX "utm_templates_user_id_id_idx" ON "utm_templates"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "utm_templates_user_id_name_key" ON "utm_templates"("user_id", "name");

-- AddForeignKey
ALTER TABLE "link_change_sets" ADD CONSTRAINT "link_change_sets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "utm_templates" ADD CONSTRAINT "utm_templates_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: dd72e87ead71468d929c254a44df2090f819d87e32170ffb82d93eaa4590cf42
