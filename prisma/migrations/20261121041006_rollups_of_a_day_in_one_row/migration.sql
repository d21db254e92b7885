ALTER TYPE "ClickDimension" ADD VALUE 'robot';

CREATE TABLE "click_values" (
    "id" SERIAL NOT NULL,
    "dimension" "ClickDimension" NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "click_values_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "click_values_dimension_value_key" ON "click_values"("dimension", "value");

ALTER TABLE "click_rollups" RENAME TO "click_rollups_by_value";
ALTER TABLE "click_rollups_by_value" RENAME CONSTRAINT "click_rollups_pkey" TO "click_rollups_by_value_pkey";

CREATE TABLE "click_rollups" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "robot" BOOLEAN NOT NULL,
    "day" DATE NOT NULL,
    "clicks" INTEGER NOT NULL,
    "unique" INTEGER NOT NULL,
    "values" INTEGER[],
    "counts" INTEGER[]
);

INSERT INTO "click_values" ("dimension", "value")
    SELECT DISTINCT "dimension", "value" FROM "click_rollups_by_value" WHERE "dimension" <> 'total';

INSERT INTO "click_rollups"
    SELECT "subject", "subject_id", "robot", "day",
        coalesce(sum("clicks") FILTER (WHERE "dimension" = 'total'), 0),
        coalesce(sum("unique") FILTER (WHERE "dimension" = 'total'), 0),
        array_agg("click_values"."id") FILTER (WHERE "dimension" <> 'total'),
        array_agg("clicks") FILTER (WHERE "dimension" <> 'total')
    FROM "click_rollups_by_value" LEFT JOIN "click_values" USING ("dimension", "value")
    GROUP BY "subject", "subject_id", "robot", "day";

ALTER TABLE "click_rollups"
    ADD CONSTRAINT "click_rollups_pkey" PRIMARY KEY ("subject", "subject_id", "robot", "day");

DROP TABLE "click_rollups_by_value";

-- The drain adds to the same rows again and again: with room on their page that touches no index.
ALTER TABLE "click_rollups" SET (fillfactor = 70);
