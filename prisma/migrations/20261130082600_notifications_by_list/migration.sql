-- The trigger pixel_changed covers bio pages by now.
DROP TRIGGER IF EXISTS "pixel_of_bio_pages_changed" ON "pixels";
DROP FUNCTION IF EXISTS notify_pixel_of_bio_pages_changed();

-- prisma/sql: c956186d3368b1baec85745644287b655ec01bd45a742fb729137ce886026251
