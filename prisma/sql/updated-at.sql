-- Sets the time of the last edit by a person. It is a trigger instead of Prisma's @updatedAt: it also covers SQL
-- outside of Prisma, and saving without a change does not count. Columns with counters and check results do not run the
-- triggers. A new column does.

CREATE OR REPLACE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Always later than before: clients compare the time to see whether a row has changed since they read it.
    NEW.updated_at = greatest(now(), OLD.updated_at + interval '1 millisecond');
    RETURN NEW;
END $$;

DO $$
DECLARE
    one record;
    columns text;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        ('links', '{id,click_limit_used,clicks,unique_clicks,imported_clicks,created_at,updated_at}'),
        ('qr_codes', '{id,scans,unique_scans,created_at,updated_at}'),
        ('domains', '{id,status,failing_since,check_at,created_at,updated_at}'),
        ('bio_pages', NULL), ('campaigns', NULL), ('channels', NULL), ('instance_settings', NULL), ('overlays', NULL),
        ('pixels', NULL), ('plans', NULL), ('qr_templates', NULL), ('splash_pages', NULL), ('tags', NULL), ('utm_templates', NULL)
    ) AS edited (relation, omitted) LOOP
        SELECT ' OF ' || string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
            WHERE attrelid = one.relation::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL(one.omitted::text[]);
        EXECUTE format('CREATE OR REPLACE TRIGGER %I BEFORE UPDATE%s ON %I
            FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION set_updated_at()',
            one.relation || '_updated_at', columns, one.relation);
    END LOOP;
END $$;

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
