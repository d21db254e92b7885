-- The drain moves visitors from "click_visitors" into these, step by step. Where one has begun to, a version that does not know of
-- them would count visitors a second time: there is none that runs on this database (OLDEST_VERSION).

-- CreateTable
CREATE TABLE "click_visitor_sets" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "first" BIGINT NOT NULL,
    "visitors" BIGINT[],

    CONSTRAINT "click_visitor_sets_pkey" PRIMARY KEY ("subject","subject_id","first")
);

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
