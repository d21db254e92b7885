-- The drain moves visitors from "click_visitors" into these, step by step. A version that does not know of them would count whoever
-- has been moved a second time: there is none, as the oldest that runs on this database, 0.2.0, has this migration.

-- CreateTable
CREATE TABLE "click_visitor_sets" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "first" BIGINT NOT NULL,
    "visitors" BIGINT[],

    CONSTRAINT "click_visitor_sets_pkey" PRIMARY KEY ("subject","subject_id","first")
);

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
