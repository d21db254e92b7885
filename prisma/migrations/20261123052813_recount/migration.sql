-- AlterTable
ALTER TABLE "click_expiries" ADD COLUMN     "gone_to" DATE;

-- AlterTable
ALTER TABLE "click_usage" ADD COLUMN     "exact" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "click_gaps" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "gone_to" DATE NOT NULL,

    CONSTRAINT "click_gaps_pkey" PRIMARY KEY ("subject","subject_id")
);

-- CreateTable
CREATE TABLE "erased_clicks" (
    "campaign_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "robot" BOOLEAN NOT NULL,
    "clicks" BIGINT NOT NULL,

    CONSTRAINT "erased_clicks_pkey" PRIMARY KEY ("campaign_id","day","robot")
);

-- What was erased so far was written down nowhere: what the present months' clicks are compared with begins after today.
UPDATE "click_expiries" SET "gone_to" = greatest("erased_to", "goal");
INSERT INTO "click_gaps" SELECT 'campaign', "id", current_date + 1 FROM "campaigns";
INSERT INTO "click_usage" ("month", "user_id", "clicks", "exact")
  SELECT date_trunc('month', now() AT TIME ZONE 'utc')::date, "id", 0, false FROM "users"
  ON CONFLICT ("month", "user_id") DO UPDATE SET "exact" = false;

-- prisma/sql: 1ff6e5432f37c1c34b85f31a4850829f10f652e5d3b25c2821db25ea0b76d83f
