-- Visitors' pages load a link's pixels, so caches of links must hear of those as well.

CREATE FUNCTION notify_link_pixels_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD."A" ELSE NEW."A" END;
    RETURN NULL;
END $$;

CREATE TRIGGER "link_pixels_changed" AFTER INSERT OR DELETE
    ON "_LinkToPixel" FOR EACH ROW EXECUTE FUNCTION notify_link_pixels_changed();

CREATE FUNCTION notify_pixel_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links JOIN "_LinkToPixel" ON "A" = id WHERE "B" = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER "pixel_changed" AFTER UPDATE OF "type", "tag"
    ON "pixels" FOR EACH ROW EXECUTE FUNCTION notify_pixel_changed();
