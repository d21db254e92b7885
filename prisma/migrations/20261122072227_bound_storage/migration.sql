-- AlterTable
ALTER TABLE "link_blocks" ADD COLUMN     "bytes" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "storage_mb" INTEGER NOT NULL DEFAULT 1024;

-- As in a new database (prisma/seed.ts).
UPDATE "plans" SET "storage_mb" = CASE WHEN "free" THEN 256 ELSE 4096 END;

-- What a link takes: its texts and JSON, those that are searched twice, and half a KiB for its row and its entries in
-- indexes. Not what it takes on the disk, which the same link need not take again: what is added with a link must be what
-- is taken off with it.
CREATE FUNCTION link_bytes(link "links") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (512 + 2 * (octet_length(link.alias) + octet_length(link.destination) + octet_length(link.title))
        + octet_length(link.alias_folded) + octet_length(link.description) + octet_length(link.rules::text)
        + octet_length(link.parameters::text) + coalesce(octet_length(link.deep_link::text), 0)
        + coalesce(octet_length(link.password_hash), 0) + coalesce(octet_length(link.expiry_url), 0)
        + coalesce(octet_length(link.meta_title), 0) + coalesce(octet_length(link.meta_description), 0)
        + coalesce(octet_length(link.meta_image), 0))::bigint
$$;

CREATE OR REPLACE FUNCTION index_new_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO link_texts SELECT id, user_id, id >> 12, link_text(alias, destination, title) FROM changed;
    INSERT INTO link_blocks (user_id, block, links, bytes)
        SELECT user_id, id >> 12, count(*), sum(link_bytes(ROW(changed.*)::links)) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE
        SET links = link_blocks.links + excluded.links, bytes = link_blocks.bytes + excluded.bytes;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_deleted_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_texts USING changed WHERE link_id = changed.id;
    INSERT INTO link_blocks (user_id, block, links, bytes)
        SELECT user_id, id >> 12, -count(*), -sum(link_bytes(ROW(changed.*)::links)) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE
        SET links = link_blocks.links + excluded.links, bytes = link_blocks.bytes + excluded.bytes;
    DELETE FROM link_blocks USING (SELECT DISTINCT user_id, id >> 12 AS block FROM changed) AS emptied
        WHERE link_blocks.user_id = emptied.user_id AND link_blocks.block = emptied.block AND links = 0;
    RETURN NULL;
END $$;

CREATE FUNCTION weigh_edited_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE link_blocks SET bytes = bytes + link_bytes(NEW) - link_bytes(OLD)
        WHERE user_id = NEW.user_id AND block = NEW.id >> 12;
    RETURN NULL;
END $$;

-- Of the columns that link_bytes reads: clicks are counted all the time.
CREATE TRIGGER "weigh_edited_link" AFTER UPDATE OF "alias", "alias_folded", "destination", "title", "description", "rules",
    "parameters", "deep_link", "password_hash", "expiry_url", "meta_title", "meta_description", "meta_image" ON "links"
    FOR EACH ROW WHEN (link_bytes(OLD) <> link_bytes(NEW)) EXECUTE FUNCTION weigh_edited_link();

-- The links that are there. Between this and the trigger nobody can write: both are one transaction.
UPDATE link_blocks SET bytes = weighed.bytes FROM (
    SELECT user_id, id >> 12 AS block, sum(link_bytes(links)) AS bytes FROM links GROUP BY 1, 2
) AS weighed WHERE link_blocks.user_id = weighed.user_id AND link_blocks.block = weighed.block;
