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

CREATE OR REPLACE FUNCTION link_text(link "links", campaign text, tags text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT folded(concat_ws(chr(10), link.alias, link.destination, link.title, nullif(link.description, ''), campaign, tags))
$$;

-- Returns the same text for an existing link.
CREATE OR REPLACE FUNCTION link_text(link "links") RETURNS text LANGUAGE sql STABLE AS $$
    SELECT link_text(link, (SELECT name FROM campaigns WHERE id = link.campaign_id),
        (SELECT string_agg(name, chr(10) ORDER BY tags.id) FROM "_LinkToTag" JOIN tags ON tags.id = "B" WHERE "A" = link.id))
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
-- wait, so the last transaction reads the final names. Archived links have no search text.
CREATE OR REPLACE FUNCTION write_link_texts(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF ids IS NULL THEN RETURN; END IF;
    PERFORM lock_names_of_links(ids);
    -- Writes the same number, to get a new version of the row. One version per transaction is enough.
    INSERT INTO link_blocks (user_id, block, links, bytes)
        SELECT DISTINCT user_id, id >> 12, 0, 0 FROM links WHERE id = ANY(ids) ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links
        WHERE link_blocks.xmin <> pg_current_xact_id()::xid;
    INSERT INTO link_texts
        SELECT id, user_id, id >> 12, link_text(links) FROM links WHERE id = ANY(ids) AND NOT archived
        ON CONFLICT (link_id) DO UPDATE SET text = excluded.text WHERE link_texts.text <> excluded.text;
END $$;

-- Writes the search texts of links after one of their names has changed. Many texts take longer than a statement may, so
-- their blocks are marked, and lib/resources/links/search/due-texts.ts writes them block by block. Until then, a search
-- finds the links by the former name.
CREATE OR REPLACE FUNCTION write_renamed_link_texts(ids int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(cardinality(ids), 0) <= 2000 THEN
        PERFORM write_link_texts(ids);
        RETURN;
    END IF;
    INSERT INTO link_blocks (user_id, block, links, bytes, texts_due)
        SELECT DISTINCT user_id, id >> 12, 0, 0, true FROM links WHERE id = ANY(ids) ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET texts_due = true;
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
CREATE OR REPLACE FUNCTION index_new_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- In the same order as write_link_texts.
    PERFORM FROM campaigns WHERE id = ANY(ARRAY(SELECT DISTINCT campaign_id FROM changed)) ORDER BY id FOR SHARE;
    INSERT INTO link_blocks (user_id, block, links, archived, bytes)
        SELECT user_id, id >> 12, count(*) FILTER (WHERE NOT archived), count(*) FILTER (WHERE archived),
            sum(link_bytes(ROW(changed.*)::links)) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links,
            archived = link_blocks.archived + excluded.archived, bytes = link_blocks.bytes + excluded.bytes;
    INSERT INTO link_texts
        SELECT changed.id, changed.user_id, changed.id >> 12, link_text(ROW(changed.*)::links, campaigns.name, NULL)
        FROM changed LEFT JOIN campaigns ON campaigns.id = campaign_id WHERE NOT archived;
    INSERT INTO link_counts (link_id, user_id, archived, clicks, unique_clicks)
        SELECT id, user_id, archived, clicks, unique_clicks FROM changed;
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
    -- change_links updates these links itself.
    IF current_setting('signpost.bulk', true) = 'on' THEN RETURN NULL; END IF;
    PERFORM write_link_texts(ARRAY[NEW.id]);
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

CREATE OR REPLACE FUNCTION index_archived_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('signpost.bulk', true) = 'on' THEN RETURN NULL; END IF;
    PERFORM index_archived_links(ARRAY[NEW.id]);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "index_new_links" AFTER INSERT ON "links"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_new_links();

CREATE OR REPLACE TRIGGER "index_deleted_links" AFTER DELETE ON "links"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_deleted_links();

CREATE OR REPLACE TRIGGER "index_edited_link" AFTER UPDATE OF "alias", "destination", "title", "description", "campaign_id"
    ON "links" FOR EACH ROW
    WHEN (pg_trigger_depth() = 0 AND (OLD.alias, OLD.destination, OLD.title, OLD.description, OLD.campaign_id)
        IS DISTINCT FROM (NEW.alias, NEW.destination, NEW.title, NEW.description, NEW.campaign_id))
    EXECUTE FUNCTION index_edited_link();

CREATE OR REPLACE TRIGGER "index_archived_link" AFTER UPDATE OF "archived" ON "links" FOR EACH ROW
    WHEN (OLD.archived <> NEW.archived) EXECUTE FUNCTION index_archived_link();

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
    PERFORM write_renamed_link_texts((SELECT array_agg(DISTINCT "A") FROM changed));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "index_tagged_links" AFTER INSERT ON "_LinkToTag"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_tagged_links();

CREATE OR REPLACE TRIGGER "index_untagged_links" AFTER DELETE ON "_LinkToTag"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_tagged_links();

CREATE OR REPLACE FUNCTION index_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM write_renamed_link_texts(CASE TG_TABLE_NAME
        WHEN 'tags' THEN ARRAY(SELECT "A" FROM "_LinkToTag" WHERE "B" = NEW.id)
        ELSE ARRAY(SELECT id FROM links WHERE campaign_id = NEW.id) END);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "index_renamed_tag" AFTER UPDATE OF "name" ON "tags" FOR EACH ROW
    WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION index_renamed();

CREATE OR REPLACE TRIGGER "index_renamed_campaign" AFTER UPDATE OF "name" ON "campaigns" FOR EACH ROW
    WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION index_renamed();

-- Earlier versions had one function for each of the two triggers.
DROP FUNCTION IF EXISTS index_renamed_tag(), index_renamed_campaign();

-- Removes the campaign from all its links at once, before the foreign key does. The foreign key would run a trigger for
-- each link, and that trigger ignores changes made by other triggers. It locks the links by ID, the order in which
-- edits lock them, to prevent deadlocks.
CREATE OR REPLACE FUNCTION index_deleted_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids int[] := ARRAY(SELECT id FROM links WHERE campaign_id = OLD.id ORDER BY id FOR NO KEY UPDATE);
BEGIN
    UPDATE links SET campaign_id = NULL WHERE id = ANY(ids);
    PERFORM write_renamed_link_texts(ids);
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

-- Moves links and the data next to them to another account. The caller has locked the links, their campaigns and their
-- tags. One step for all links: a trigger for each row would write the row of a block once per link.
CREATE OR REPLACE FUNCTION hand_over_links(ids int[], giver int, receiver int) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO link_blocks (user_id, block, links, archived, bytes)
        SELECT owner.id, block, owner.sign * links, owner.sign * archived, owner.sign * bytes FROM (
            SELECT id >> 12 AS block, count(*) FILTER (WHERE NOT archived) AS links,
                count(*) FILTER (WHERE archived) AS archived, sum(link_bytes(links)) AS bytes
            FROM links WHERE id = ANY(ids) AND user_id = giver GROUP BY 1
        ) AS moved CROSS JOIN (VALUES (giver, -1), (receiver, 1)) AS owner (id, sign) ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links,
            archived = link_blocks.archived + excluded.archived, bytes = link_blocks.bytes + excluded.bytes;
    UPDATE link_blocks AS received SET texts_due = true FROM link_blocks AS given
        WHERE given.user_id = giver AND given.texts_due AND received.user_id = receiver AND received.block = given.block;
    DELETE FROM link_blocks WHERE user_id = giver AND links = 0 AND archived = 0;
    UPDATE link_texts SET user_id = receiver WHERE link_id = ANY(ids) AND user_id = giver;
    -- In the same order as the drain.
    PERFORM FROM link_counts WHERE link_id = ANY(ids) AND user_id = giver ORDER BY link_id FOR NO KEY UPDATE;
    UPDATE link_counts SET user_id = receiver WHERE link_id = ANY(ids) AND user_id = giver;
    PERFORM set_config('signpost.bulk', 'on', true);
    UPDATE links SET user_id = receiver WHERE id = ANY(ids) AND user_id = giver;
    PERFORM set_config('signpost.bulk', '', true);
    PERFORM hand_over_conversions(ids, receiver);
    PERFORM audit_handed_over(ids, giver, receiver);
END $$;

-- Sets one column of links to new values, in the order of `ids`. The name of the column never comes from user input.
-- The caller has locked the links. One step for all links, as above.
CREATE OR REPLACE FUNCTION change_links(ids int[], name text, becomes text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    kind text := (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'links'::regclass AND attname = name);
    was jsonb;
BEGIN
    EXECUTE format('SELECT jsonb_object_agg(id, %I) FROM links WHERE id = ANY($1)', name) INTO was USING ids;
    PERFORM lock_names_of_links(ids);
    PERFORM set_config('signpost.bulk', 'on', true);
    EXECUTE format('UPDATE links SET %I = value::%s FROM unnest($1, $2) AS one (id, value) WHERE links.id = one.id', name, kind)
        USING ids, becomes;
    PERFORM set_config('signpost.bulk', '', true);
    IF name = 'campaign_id' THEN PERFORM write_link_texts(ids); END IF;
    IF name = 'archived' THEN PERFORM index_archived_links(ids); END IF;
    PERFORM audit_bulk_changed(ids, name, was);
END $$;

-- Copies the click counts to the deleted link. The lock prevents the drain from adding clicks after the counts are
-- read.
CREATE OR REPLACE FUNCTION keep_counts_of_deleted_link() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    counts link_counts;
BEGIN
    SELECT * INTO counts FROM link_counts WHERE link_id = NEW.link_id FOR UPDATE;
    IF FOUND THEN
        NEW.clicks := counts.clicks;
        NEW.unique_clicks := counts.unique_clicks;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "keep_counts_of_deleted_link" BEFORE INSERT ON "deleted_links" FOR EACH ROW
    EXECUTE FUNCTION keep_counts_of_deleted_link();

-- An instance of a version before link_counts adds clicks to the link itself. This copies them.
CREATE OR REPLACE FUNCTION count_clicks_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE link_counts SET clicks = clicks + NEW.clicks - OLD.clicks,
        unique_clicks = unique_clicks + NEW.unique_clicks - OLD.unique_clicks WHERE link_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "count_clicks_of_link" AFTER UPDATE OF "clicks", "unique_clicks" ON "links" FOR EACH ROW
    WHEN ((OLD.clicks, OLD.unique_clicks) IS DISTINCT FROM (NEW.clicks, NEW.unique_clicks))
    EXECUTE FUNCTION count_clicks_of_link();
