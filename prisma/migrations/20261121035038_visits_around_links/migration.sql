-- AlterTable
ALTER TABLE "links" ADD COLUMN     "campaign_weight" SMALLINT NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "overlay_answers" (
    "id" SERIAL NOT NULL,
    "overlay_id" INTEGER NOT NULL,
    "link_id" INTEGER,
    "content" JSONB NOT NULL,
    "author" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "overlay_answers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "overlay_answers_overlay_id_id_idx" ON "overlay_answers"("overlay_id", "id" DESC);

-- CreateIndex
CREATE INDEX "overlay_answers_link_id_idx" ON "overlay_answers"("link_id");

-- CreateIndex
CREATE UNIQUE INDEX "overlay_answers_overlay_id_author_key" ON "overlay_answers"("overlay_id", "author");

-- AddForeignKey
ALTER TABLE "overlay_answers" ADD CONSTRAINT "overlay_answers_overlay_id_fkey" FOREIGN KEY ("overlay_id") REFERENCES "overlays"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "overlay_answers" ADD CONSTRAINT "overlay_answers_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- From here on by hand. What visitors get of rotators, bio pages and overlays is cached; these notices end that at
-- once, as for links.

CREATE FUNCTION notify_campaign_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('campaign_changed', OLD.slug_folded);
    RETURN NULL;
END $$;

CREATE TRIGGER "campaign_changed" AFTER UPDATE OR DELETE
    ON "campaigns" FOR EACH ROW WHEN (OLD.slug_folded IS NOT NULL) EXECUTE FUNCTION notify_campaign_changed();

-- A campaign is its links as well: which they are, where they are found, and their weights.
CREATE FUNCTION notify_campaign_of_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.campaign_id IS NOT NULL THEN
        PERFORM pg_notify('campaign_changed', slug_folded)
            FROM campaigns WHERE id = OLD.campaign_id AND slug_folded IS NOT NULL;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.campaign_id IS NOT NULL THEN
        PERFORM pg_notify('campaign_changed', slug_folded)
            FROM campaigns WHERE id = NEW.campaign_id AND slug_folded IS NOT NULL;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "campaign_of_link_changed" AFTER INSERT OR DELETE OR UPDATE OF
    "campaign_id", "campaign_weight", "domain_id", "alias_folded"
    ON "links" FOR EACH ROW EXECUTE FUNCTION notify_campaign_of_link_changed();

CREATE FUNCTION notify_bio_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bio_page_changed', OLD.slug_folded);
    RETURN NULL;
END $$;

CREATE TRIGGER "bio_page_changed" AFTER UPDATE OR DELETE
    ON "bio_pages" FOR EACH ROW EXECUTE FUNCTION notify_bio_page_changed();

CREATE FUNCTION notify_overlay_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('overlay_changed', OLD.id::text);
    RETURN NULL;
END $$;

CREATE TRIGGER "overlay_changed" AFTER UPDATE OR DELETE
    ON "overlays" FOR EACH ROW EXECUTE FUNCTION notify_overlay_changed();
