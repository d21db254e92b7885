-- Data that is stored next to links: the text to search (link_texts), the click counts (link_counts), for each tag the
-- number of links (tag_counts), and for each user and block of IDs the number of links and their size (link_blocks). See
-- schema.prisma.

-- Returns a text in the form that searches compare: lower case, without accents, and with letters such as ø and ß
-- written as o and ss. Stored texts and search words use the same function.
CREATE OR REPLACE FUNCTION folded(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(text) = length(text) THEN lower(text) ELSE
        replace(replace(replace(replace(translate(
            lower(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f]', '', 'g')),
            'øłđðħıŧŋςẞ', 'olddhitnσß'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
    END
$$;

-- Returns the text of a link to search, with the names of its campaign and its tags.
CREATE OR REPLACE FUNCTION link_text(link "links", campaign text, tags text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT folded(concat_ws(chr(10), link.alias, link.destination, link.title, nullif(link.description, ''), campaign, tags))
$$;

-- Returns a LIKE pattern that finds a word anywhere. It folds first, because folding some letters produces a wildcard.
CREATE OR REPLACE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '%' || regexp_replace(folded(word), '[\\%_]', '\\\&', 'g') || '%'
$$;

-- Locks the campaigns and tags of links. Renaming a tag or campaign locks its row before the rows of blocks. The same
-- order here prevents deadlocks.
CREATE OR REPLACE FUNCTION lock_names_of_links(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Subqueries instead of joins: a join would be planned over all links of a campaign.
    PERFORM FROM campaigns WHERE id = ANY(ARRAY(SELECT DISTINCT campaign_id FROM links WHERE links.id = ANY(ids)))
        ORDER BY id FOR SHARE;
    PERFORM FROM tags WHERE id = ANY(ARRAY(SELECT DISTINCT "B" FROM "_LinkToTag" WHERE "A" = ANY(ids)))
        ORDER BY id FOR SHARE;
END $$;

-- Writes the search texts of links, and a new version of the rows of their blocks. These locks make concurrent changes
-- wait, so the last transaction reads the final names. Archived links have no search text. More than `most` texts take
-- longer than a statement may: then their blocks are marked, and lib/resources/links/search/due-texts.ts writes them block
-- by block. Until then, a search finds the links by the former name.
CREATE OR REPLACE FUNCTION write_link_texts(ids int[], most int DEFAULT 4096) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(ids) = 0 THEN RETURN; END IF;
    IF cardinality(ids) > most THEN
        INSERT INTO link_blocks (user_id, block, links, bytes, texts_due)
            SELECT DISTINCT user_id, id >> 12, 0, 0, true FROM links WHERE id = ANY(ids) ORDER BY 1, 2
            ON CONFLICT (user_id, block) DO UPDATE SET texts_due = true;
        RETURN;
    END IF;
    PERFORM lock_names_of_links(ids);
    -- Writes the same number, to get a new version of the row. One version per transaction is enough.
    INSERT INTO link_blocks (user_id, block, links, bytes)
        SELECT DISTINCT user_id, id >> 12, 0, 0 FROM links WHERE id = ANY(ids) ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links
        WHERE link_blocks.xmin <> pg_current_xact_id()::xid;
    INSERT INTO link_texts
        SELECT links.id, links.user_id, links.id >> 12, link_text(links, campaigns.name,
            (SELECT string_agg(name, chr(10) ORDER BY tags.id) FROM "_LinkToTag" JOIN tags ON tags.id = "B" WHERE "A" = links.id))
        FROM links LEFT JOIN campaigns ON campaigns.id = campaign_id WHERE links.id = ANY(ids) AND NOT archived
        ON CONFLICT (link_id) DO UPDATE SET text = excluded.text WHERE link_texts.text <> excluded.text;
END $$;

-- Returns the size of a link: its texts and JSON, the alias, destination and title twice because they are searched, and
-- 512 bytes for the row and its index entries. It is not the size on disk, which can differ for the same link: creating
-- and deleting a link must add and subtract the same number. If you change this function, add a migration that
-- calculates the sizes again.
CREATE OR REPLACE FUNCTION link_bytes(link "links") RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT (512 + 2 * (octet_length(link.alias) + octet_length(link.destination) + octet_length(link.title))
        + octet_length(link.alias_folded) + octet_length(link.description) + octet_length(link.rules::text)
        + octet_length(link.parameters::text) + coalesce(octet_length(link.deep_link::text), 0)
        + 2 * coalesce(octet_length(link.external_id), 0) + coalesce(octet_length(link.password_hash), 0) + coalesce(octet_length(link.expiry_url), 0)
        + coalesce(octet_length(link.meta_title), 0) + coalesce(octet_length(link.meta_description), 0)
        + coalesce(octet_length(link.meta_image), 0) + coalesce(octet_length(link.qr_design::text), 0))::bigint
$$;

-- Runs once per statement, because an import creates thousands of links. It locks blocks in their order to prevent
-- deadlocks.
CREATE OR REPLACE FUNCTION index_links() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    sign int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
    IF TG_OP = 'INSERT' THEN
        -- In the same order as write_link_texts.
        PERFORM FROM campaigns WHERE id = ANY(ARRAY(SELECT DISTINCT campaign_id FROM changed)) ORDER BY id FOR SHARE;
    ELSE
        DELETE FROM link_texts USING changed WHERE link_id = changed.id;
    END IF;
    INSERT INTO link_blocks (user_id, block, links, archived, bytes)
        SELECT user_id, id >> 12, sign * count(*) FILTER (WHERE NOT archived), sign * count(*) FILTER (WHERE archived),
            sign * sum(link_bytes(ROW(changed.*)::links)) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links,
            archived = link_blocks.archived + excluded.archived, bytes = link_blocks.bytes + excluded.bytes;
    IF TG_OP = 'INSERT' THEN
        INSERT INTO link_texts
            SELECT changed.id, changed.user_id, changed.id >> 12, link_text(ROW(changed.*)::links, campaigns.name, NULL)
            FROM changed LEFT JOIN campaigns ON campaigns.id = campaign_id WHERE NOT archived;
        INSERT INTO link_counts (link_id, user_id, archived, clicks, unique_clicks)
            SELECT id, user_id, archived, clicks, unique_clicks FROM changed;
    ELSE
        DELETE FROM link_blocks USING (SELECT DISTINCT user_id, id >> 12 AS block FROM changed) AS emptied
            WHERE link_blocks.user_id = emptied.user_id AND link_blocks.block = emptied.block
                AND links = 0 AND archived = 0;
    END IF;
    RETURN NULL;
END $$;

-- Updates search texts and counts after links were archived or unarchived. A caller that changes several links first
-- locks their campaigns, tags and blocks, in order.
CREATE OR REPLACE FUNCTION index_archived_links(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_texts USING links WHERE link_id = links.id AND links.id = ANY(ids) AND archived;
    PERFORM write_link_texts(ARRAY(SELECT id FROM links WHERE id = ANY(ids) AND NOT archived));
    INSERT INTO link_blocks (user_id, block, links, archived, bytes)
        SELECT user_id, id >> 12, -sum(more), sum(more), 0 FROM (
            SELECT user_id, id, CASE WHEN archived THEN 1 ELSE -1 END AS more FROM links WHERE id = ANY(ids)
        ) AS moved GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links,
            archived = link_blocks.archived + excluded.archived;
    UPDATE link_counts SET archived = links.archived FROM links WHERE link_id = links.id AND links.id = ANY(ids);
END $$;

-- Statements that change many links do this themselves: lib/resources/links/bulk/steps.ts.
CREATE OR REPLACE FUNCTION index_edited_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.archived <> NEW.archived THEN
        PERFORM index_archived_links(ARRAY[NEW.id]);
    ELSE
        PERFORM write_link_texts(ARRAY[NEW.id]);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "index_new_links" AFTER INSERT ON "links"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_links();

CREATE OR REPLACE TRIGGER "index_deleted_links" AFTER DELETE ON "links"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_links();

CREATE OR REPLACE TRIGGER "index_edited_link" AFTER UPDATE OF "alias", "destination", "title", "description", "campaign_id", "archived"
    ON "links" FOR EACH ROW
    WHEN (pg_trigger_depth() = 0 AND (OLD.alias, OLD.destination, OLD.title, OLD.description, OLD.campaign_id, OLD.archived)
        IS DISTINCT FROM (NEW.alias, NEW.destination, NEW.title, NEW.description, NEW.campaign_id, NEW.archived)
        AND current_setting('signpost.bulk', true) IS DISTINCT FROM statement_timestamp()::text)
    EXECUTE FUNCTION index_edited_link();

-- Adds to the number of links with each tag, and writes their search texts. It changes a row of the tag that no other
-- transaction has locked, or adds one, so it never waits.
CREATE OR REPLACE FUNCTION index_tagged_links() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    tagged record;
BEGIN
    FOR tagged IN SELECT "B" AS tag, (CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END)::int AS more
        FROM changed GROUP BY 1 ORDER BY 1 LOOP
        UPDATE tag_counts SET links = links + tagged.more
            WHERE id = (SELECT id FROM tag_counts WHERE tag_id = tagged.tag LIMIT 1 FOR UPDATE SKIP LOCKED);
        IF NOT FOUND THEN
            -- The tag itself may have been deleted, and its links with it.
            INSERT INTO tag_counts (tag_id, links) SELECT id, tagged.more FROM tags WHERE id = tagged.tag;
        END IF;
    END LOOP;
    PERFORM write_link_texts(ARRAY(SELECT DISTINCT "A" FROM changed), 2000);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "index_tagged_links" AFTER INSERT ON "_LinkToTag"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_tagged_links();

CREATE OR REPLACE TRIGGER "index_untagged_links" AFTER DELETE ON "_LinkToTag"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_tagged_links();

CREATE OR REPLACE FUNCTION index_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM write_link_texts(CASE TG_TABLE_NAME
        WHEN 'tags' THEN ARRAY(SELECT "A" FROM "_LinkToTag" WHERE "B" = NEW.id)
        ELSE ARRAY(SELECT id FROM links WHERE campaign_id = NEW.id) END, 2000);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "index_renamed_tag" AFTER UPDATE OF "name" ON "tags" FOR EACH ROW
    WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION index_renamed();

CREATE OR REPLACE TRIGGER "index_renamed_campaign" AFTER UPDATE OF "name" ON "campaigns" FOR EACH ROW
    WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION index_renamed();

-- Removes the campaign from all its links at once, before the foreign key does. The foreign key would run a trigger for
-- each link, and that trigger ignores changes made by other triggers. It locks the links by ID, the order in which
-- edits lock them, to prevent deadlocks.
CREATE OR REPLACE FUNCTION index_deleted_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids int[] := ARRAY(SELECT id FROM links WHERE campaign_id = OLD.id ORDER BY id FOR NO KEY UPDATE);
BEGIN
    UPDATE links SET campaign_id = NULL WHERE id = ANY(ids);
    PERFORM write_link_texts(ids, 2000);
    RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER "index_deleted_campaign" BEFORE DELETE ON "campaigns" FOR EACH ROW
    EXECUTE FUNCTION index_deleted_campaign();

CREATE OR REPLACE FUNCTION weigh_edited_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE link_blocks SET bytes = bytes + link_bytes(NEW) - link_bytes(OLD)
        WHERE user_id = NEW.user_id AND block = NEW.id >> 12;
    RETURN NULL;
END $$;

-- Only the columns that link_bytes reads, so that counting clicks does not run it.
CREATE OR REPLACE TRIGGER "weigh_edited_link" AFTER UPDATE OF "alias", "alias_folded", "destination", "title", "description", "rules",
    "parameters", "deep_link", "external_id", "password_hash", "expiry_url", "meta_title", "meta_description", "meta_image", "qr_design" ON "links"
    FOR EACH ROW WHEN (link_bytes(OLD) <> link_bytes(NEW)) EXECUTE FUNCTION weigh_edited_link();
