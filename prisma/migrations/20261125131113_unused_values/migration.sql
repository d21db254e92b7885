-- A version that does not know of this counts by a value without taking its mark away. None runs on this database beside one that
-- does for the week between the look that marks a value and the one that deletes it.

-- AlterTable
ALTER TABLE "click_values" ADD COLUMN "unused_since" TIMESTAMPTZ(3);

-- prisma/sql: c36734cdaa2338202b7559e1d3210301f9d39d699feff42b8adca7f0f24be665
