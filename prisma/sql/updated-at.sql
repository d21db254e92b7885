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
