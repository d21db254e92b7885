-- Limits each JSON column to twice the size in lib/contract/json-columns.ts, because Postgres writes JSON with spaces.
-- These are triggers, because a constraint would also fail when a click is counted on an older, larger link.

CREATE OR REPLACE FUNCTION refuse_large_json() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_ARGV[0] || ' takes more than ' || TG_ARGV[1] || ' bytes';
END
$$;

DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        ('plans', 'limits', 8192),
        ('idempotency_keys', 'result', 131072),
        ('imports', 'made', 1048576),
        ('imports', 'columns', 262144),
        ('imports', 'how', 524288),
        ('import_rows', 'link', 393216),
        ('links', 'rules', 131072),
        ('links', 'deep_link', 65536),
        ('links', 'parameters', 16384),
        ('qr_codes', 'data', 65536),
        ('links', 'qr_design', 8192),
        ('qr_codes', 'style', 2048),
        ('qr_templates', 'design', 8192),
        ('overlays', 'content', 65536),
        ('overlay_answers', 'content', 65536),
        ('splash_pages', 'content', 65536),
        ('bio_pages', 'theme', 24576),
        ('bio_pages', 'blocks', 131072),
        ('imports', 'counts', 2048),
        ('domains', 'app_links', 32768),
        ('domains', 'theme', 32768),
        ('deleted_links', 'stored', 2097152),
        ('instance_samples', 'figures', 2048)
    ) AS bounds (relation, name, bytes) LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %1$I BEFORE INSERT OR UPDATE OF %2$I ON %3$I FOR EACH ROW
            WHEN (octet_length(NEW.%2$I::text) > %4$s) EXECUTE FUNCTION refuse_large_json(%5$L, %4$L)',
            one.relation || '_' || one.name || '_size', one.name, one.relation, one.bytes, one.relation || '.' || one.name);
    END LOOP;
END $$;
