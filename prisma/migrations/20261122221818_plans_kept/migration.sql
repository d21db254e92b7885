-- Nothing here reads or writes what is stored: columns that are empty at first, and new tables. Clicks of before count for
-- no limit, nor does what this month has had so far: to number them, all of them would have to be read.

-- AlterTable
ALTER TABLE "click_blocks" ADD COLUMN     "beyond" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- AlterTable
ALTER TABLE "clicks" ADD COLUMN     "beyond" BIGINT;

-- CreateTable
CREATE TABLE "click_rollups_beyond" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "beyond" BIGINT NOT NULL,
    "clicks" BIGINT NOT NULL,
    "values" INTEGER[],
    "counts" BIGINT[],

    CONSTRAINT "click_rollups_beyond_pkey" PRIMARY KEY ("subject","subject_id","day","beyond")
);

-- CreateTable
CREATE TABLE "click_usage" (
    "month" DATE NOT NULL,
    "user_id" INTEGER NOT NULL,
    "clicks" BIGINT NOT NULL,
    "told" SMALLINT NOT NULL DEFAULT 0,
    "tell_at" TIMESTAMPTZ(3),

    CONSTRAINT "click_usage_pkey" PRIMARY KEY ("month","user_id")
);

-- CreateTable
CREATE TABLE "click_expiries" (
    "user_id" INTEGER NOT NULL,
    "erased_to" DATE,
    "goal" DATE,
    "source" SMALLINT NOT NULL DEFAULT 0,
    "after" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "click_expiries_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "sweeps" (
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "click_usage_user_id_idx" ON "click_usage"("user_id");

-- CreateIndex
-- Most accounts have nothing that is due.
CREATE INDEX "click_expiries_goal_idx" ON "click_expiries"("goal") WHERE "goal" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "click_expiries" ADD CONSTRAINT "click_expiries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: 8f072917b4c642b82fa30f04621e3a6b2f95c53cc457ce82445da8a7a7cb2f11
