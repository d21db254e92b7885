-- What is kept of links beside them: the texts that a search looks through (link_texts), and of each block of ids how
-- many links a user has in it and what these take (link_blocks). See schema.prisma.

CREATE OR REPLACE FUNCTION link_text(alias text, destination text, title text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT lower(alias || chr(10) || destination || chr(10) || title)
$$;

-- What a link takes: its texts and JSON, those that are searched twice, and half a KiB for its row and its entries in
-- indexes. Not what it takes on the disk, which the same link need not take again: what is added with a link must be what
-- is taken off with it. A change of this function needs a migration that weighs the links anew.
CREATE OR REPLACE FUNCTION link_bytes(link "links") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (512 + 2 * (octet_length(link.alias) + octet_length(link.destination) + octet_length(link.title))
        + octet_length(link.alias_folded) + octet_length(link.description) + octet_length(link.rules::text)
        + octet_length(link.parameters::text) + coalesce(octet_length(link.deep_link::text), 0)
        + 2 * coalesce(octet_length(link.external_id), 0) + coalesce(octet_length(link.password_hash), 0) + coalesce(octet_length(link.expiry_url), 0)
        + coalesce(octet_length(link.meta_title), 0) + coalesce(octet_length(link.meta_description), 0)
        + coalesce(octet_length(link.meta_image), 0))::bigint
$$;

-- For each statement, not each link: an import writes thousands. In the order of the blocks, so that two cannot deadlock.
CREATE OR REPLACE FUNCTION index_new_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO link_texts SELECT id, user_id, id >> 12, link_text(alias, destination, title) FROM changed WHERE NOT archived;
    INSERT INTO link_blocks (user_id, block, links, archived, bytes)
        SELECT user_id, id >> 12, count(*) FILTER (WHERE NOT archived), count(*) FILTER (WHERE archived),
            sum(link_bytes(ROW(changed.*)::links)) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links,
            archived = link_blocks.archived + excluded.archived, bytes = link_blocks.bytes + excluded.bytes;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_deleted_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_texts USING changed WHERE link_id = changed.id;
    INSERT INTO link_blocks (user_id, block, links, archived, bytes)
        SELECT user_id, id >> 12, -count(*) FILTER (WHERE NOT archived), -count(*) FILTER (WHERE archived),
            -sum(link_bytes(ROW(changed.*)::links)) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links,
            archived = link_blocks.archived + excluded.archived, bytes = link_blocks.bytes + excluded.bytes;
    DELETE FROM link_blocks USING (SELECT DISTINCT user_id, id >> 12 AS block FROM changed) AS emptied
        WHERE link_blocks.user_id = emptied.user_id AND link_blocks.block = emptied.block
            AND links = 0 AND archived = 0;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_edited_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE link_texts SET text = link_text(NEW.alias, NEW.destination, NEW.title) WHERE link_id = NEW.id;
    -- The same number, in a new version of the row.
    UPDATE link_blocks SET links = links WHERE user_id = NEW.user_id AND block = NEW.id >> 12;
    RETURN NULL;
END $$;

-- No search finds what is archived. Whoever archives several links at once locks their blocks before, in their order.
CREATE OR REPLACE FUNCTION index_archived_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    more integer := CASE WHEN NEW.archived THEN 1 ELSE -1 END;
BEGIN
    IF NEW.archived THEN
        DELETE FROM link_texts WHERE link_id = NEW.id;
    ELSE
        INSERT INTO link_texts SELECT NEW.id, NEW.user_id, NEW.id >> 12, link_text(NEW.alias, NEW.destination, NEW.title);
    END IF;
    UPDATE link_blocks SET links = links - more, archived = archived + more
        WHERE user_id = NEW.user_id AND block = NEW.id >> 12;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "index_new_links" AFTER INSERT ON "links"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_new_links();

CREATE OR REPLACE TRIGGER "index_deleted_links" AFTER DELETE ON "links"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_deleted_links();

CREATE OR REPLACE TRIGGER "index_edited_link" AFTER UPDATE OF "alias", "destination", "title" ON "links" FOR EACH ROW
    WHEN ((OLD.alias, OLD.destination, OLD.title) IS DISTINCT FROM (NEW.alias, NEW.destination, NEW.title))
    EXECUTE FUNCTION index_edited_link();

CREATE OR REPLACE TRIGGER "index_archived_link" AFTER UPDATE OF "archived" ON "links" FOR EACH ROW
    WHEN (OLD.archived <> NEW.archived) EXECUTE FUNCTION index_archived_link();

CREATE OR REPLACE FUNCTION weigh_edited_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE link_blocks SET bytes = bytes + link_bytes(NEW) - link_bytes(OLD)
        WHERE user_id = NEW.user_id AND block = NEW.id >> 12;
    RETURN NULL;
END $$;

-- Of the columns that link_bytes reads: clicks are counted all the time.
CREATE OR REPLACE TRIGGER "weigh_edited_link" AFTER UPDATE OF "alias", "alias_folded", "destination", "title", "description", "rules",
    "parameters", "deep_link", "external_id", "password_hash", "expiry_url", "meta_title", "meta_description", "meta_image" ON "links"
    FOR EACH ROW WHEN (link_bytes(OLD) <> link_bytes(NEW)) EXECUTE FUNCTION weigh_edited_link();
