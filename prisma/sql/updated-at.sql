-- Sets the time of the last edit by a person. It is a trigger instead of Prisma's @updatedAt: it also covers SQL
-- outside of Prisma, and saving without a change does not count. In tables with counters or check results, the triggers
-- name the edited columns, so that counting a click does not run them. If you add a column to domains or qr_codes, add
-- it here.

CREATE OR REPLACE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Always later than before: clients compare the time to see whether a row has changed since they read it.
    NEW.updated_at = greatest(now(), OLD.updated_at + interval '1 millisecond');
    RETURN NEW;
END $$;

-- All columns of links except counters. A new column is included by default.
DO $$
BEGIN
    EXECUTE 'CREATE OR REPLACE TRIGGER "links_updated_at" BEFORE UPDATE OF '
        || (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = 'links'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN
                ('id', 'click_limit_used', 'clicks', 'unique_clicks', 'imported_clicks', 'created_at', 'updated_at'))
        || ' ON "links" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at()';
END $$;

CREATE OR REPLACE TRIGGER "qr_codes_updated_at" BEFORE UPDATE OF
    "user_id", "code", "type", "name", "data", "foreground", "background", "logo", "style"
    ON "qr_codes"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "domains_updated_at" BEFORE UPDATE OF
    "user_id", "host", "scheme", "redirect_root", "redirect_404", "root_bio_page_id", "forward", "track_conversions",
    "app_links", "theme"
    ON "domains"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "bio_pages_updated_at" BEFORE UPDATE ON "bio_pages"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "campaigns_updated_at" BEFORE UPDATE ON "campaigns"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "channels_updated_at" BEFORE UPDATE ON "channels"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "instance_settings_updated_at" BEFORE UPDATE ON "instance_settings"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "overlays_updated_at" BEFORE UPDATE ON "overlays"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "pixels_updated_at" BEFORE UPDATE ON "pixels"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "plans_updated_at" BEFORE UPDATE ON "plans"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "qr_templates_updated_at" BEFORE UPDATE ON "qr_templates"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "splash_pages_updated_at" BEFORE UPDATE ON "splash_pages"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "tags_updated_at" BEFORE UPDATE ON "tags"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

CREATE OR REPLACE TRIGGER "utm_templates_updated_at" BEFORE UPDATE ON "utm_templates"
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at();

-- ── What is assigned to links, bio pages and QR codes: a change of theirs, as in audit.sql ────────────────────────────

-- Rows that this transaction created or changed already have a new time. Entries removed because a tag, pixel or channel
-- was deleted do not count as a change. Each table has a function, as in audit.sql.
DO $$
DECLARE
    one record;
    name text;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        ('_LinkToTag', 'links', 'A', 'tags', 'B'),
        ('_LinkToPixel', 'links', 'A', 'pixels', 'B'),
        ('_BioPageToPixel', 'bio_pages', 'A', 'pixels', 'B'),
        ('channel_items', 'links', 'link_id', 'channels', 'channel_id'),
        ('channel_items', 'bio_pages', 'bio_page_id', 'channels', 'channel_id'),
        ('channel_items', 'qr_codes', 'qr_code_id', 'channels', 'channel_id')
    ) AS assigned (relation, owners, owner, others, other) LOOP
        name := format('set_updated_at_of_%s_with_%s', one.owners, one.others);
        EXECUTE format('CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
                WITH edited AS MATERIALIZED (
                    SELECT id FROM %2$I WHERE id IN (
                        SELECT %3$I FROM changed WHERE EXISTS (SELECT FROM %4$I AS other WHERE other.id = changed.%5$I)
                    ) AND xmin <> pg_current_xact_id()::xid
                    ORDER BY id FOR NO KEY UPDATE
                )
                UPDATE %2$I AS owner SET updated_at = greatest(now(), owner.updated_at + interval ''1 millisecond'')
                FROM edited WHERE owner.id = edited.id;
                RETURN NULL;
            END $body$', name, one.owners, one.owner, one.others, one.other);
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', 'assigned_updated_at_of_' || one.owners, one.relation, name);
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', 'taken_updated_at_of_' || one.owners, one.relation, name);
    END LOOP;
END $$;

-- Earlier versions had one function for all tables, and then one for each column with an owner.
DROP FUNCTION IF EXISTS set_updated_at_of_owner(), "set_updated_at_of_links_by_A"(), "set_updated_at_of_bio_pages_by_A"(),
    set_updated_at_of_links_by_link_id(), set_updated_at_of_bio_pages_by_bio_page_id(), set_updated_at_of_qr_codes_by_qr_code_id();
