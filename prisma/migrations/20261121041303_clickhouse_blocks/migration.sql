-- CreateTable
CREATE TABLE "click_blocks" (
    "journal" TEXT NOT NULL,
    "from" BIGINT NOT NULL,
    "to" BIGINT NOT NULL,
    "subjects" BYTEA NOT NULL,

    CONSTRAINT "click_blocks_pkey" PRIMARY KEY ("journal")
);

-- CreateTable
CREATE TABLE "click_erasures" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "clicks" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "click_erasures_pkey" PRIMARY KEY ("subject","subject_id")
);
