-- CreateTable
CREATE TABLE "_BioPageToPixel" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_BioPageToPixel_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE INDEX "_BioPageToPixel_B_index" ON "_BioPageToPixel"("B");

-- AddForeignKey
ALTER TABLE "_BioPageToPixel" ADD CONSTRAINT "_BioPageToPixel_A_fkey" FOREIGN KEY ("A") REFERENCES "bio_pages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_BioPageToPixel" ADD CONSTRAINT "_BioPageToPixel_B_fkey" FOREIGN KEY ("B") REFERENCES "pixels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand. Caches of bio pages hear of their pixels, as those of links do.

CREATE FUNCTION notify_bio_page_pixels_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bio_page_changed', slug_folded)
        FROM bio_pages WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD."A" ELSE NEW."A" END;
    RETURN NULL;
END $$;

CREATE TRIGGER "bio_page_pixels_changed" AFTER INSERT OR DELETE
    ON "_BioPageToPixel" FOR EACH ROW EXECUTE FUNCTION notify_bio_page_pixels_changed();

CREATE FUNCTION notify_pixel_of_bio_pages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bio_page_changed', slug_folded)
        FROM bio_pages JOIN "_BioPageToPixel" ON "A" = id WHERE "B" = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER "pixel_of_bio_pages_changed" AFTER UPDATE OF "type", "tag"
    ON "pixels" FOR EACH ROW EXECUTE FUNCTION notify_pixel_of_bio_pages_changed();
