-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "request" UUID NOT NULL,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "operation" TEXT,
    "person_id" INTEGER,
    "person" TEXT,
    "key_id" INTEGER,
    "key" TEXT,
    "admin_id" INTEGER,
    "admin" TEXT,
    "address" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_changes" (
    "entry_id" BIGINT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_changes_pkey" PRIMARY KEY ("entry_id","subject","subject_id")
);

-- CreateTable
CREATE TABLE "audit_horizons" (
    "user_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_horizons_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "audit_entries_user_id_id_idx" ON "audit_entries"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_at_idx" ON "audit_entries"("at");

-- CreateIndex
CREATE INDEX "audit_changes_subject_subject_id_entry_id_idx" ON "audit_changes"("subject", "subject_id", "entry_id" DESC);

-- AddForeignKey
ALTER TABLE "audit_changes" ADD CONSTRAINT "audit_changes_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "audit_entries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One entry a request for each account, and one for the instance.
CREATE UNIQUE INDEX "audit_entries_request_key" ON "audit_entries"("request", coalesce("user_id", 0));

-- What was before is not known. Nothing that is there is read or written.
INSERT INTO "audit_horizons" ("user_id", "since") VALUES (0, now());

-- prisma/sql: f8bb1af8ca2eb640198dcabb24c0f865db90dd93375380a923b2afadd8539f37
