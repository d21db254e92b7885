-- CreateTable
CREATE TABLE "click_day_visitors" (
    "subject" "ClickSubject" NOT NULL,
    "subject_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "variant" TEXT NOT NULL DEFAULT '',
    "visitors" INTEGER[],
    "new_only" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "click_day_visitors_pkey" PRIMARY KEY ("subject","subject_id","day","variant")
);

-- CreateTable
CREATE TABLE "visitor_days_due" (
    "day" DATE NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visitor_days_due_pkey" PRIMARY KEY ("day","due_at")
);

-- The days of which there may be clicks: since the first account, or the first month of clicks that is kept.
INSERT INTO visitor_days_due (day, due_at)
SELECT day::date, now() FROM generate_series(
  least(
    (SELECT min(created_at) FROM users),
    (SELECT min(base) FROM click_packs),
    (SELECT min(to_date(right(relname, 7), 'YYYY_MM'))::timestamp AT TIME ZONE 'UTC'
      FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'clicks'::regclass)
  ) AT TIME ZONE 'UTC',
  now() AT TIME ZONE 'UTC', interval '1 day') AS day;

-- An instance of the version before may store clicks for some time yet.
INSERT INTO visitor_days_due (day, due_at)
SELECT day::date, (day + interval '1 day') AT TIME ZONE 'UTC'
FROM generate_series(date_trunc('day', now() AT TIME ZONE 'UTC'), now() AT TIME ZONE 'UTC' + interval '2 days', interval '1 day') AS day
WHERE EXISTS (SELECT FROM users);

-- prisma/sql: 24688b669aef05538f927ebbd5db4840d1b14ae2ac1cd1c8679414424d68cbe1
