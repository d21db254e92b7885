-- Limits each JSON column to twice the size in lib/contract/json-columns.ts, because Postgres writes JSON with spaces.
-- These are triggers, because a constraint would also fail when a click is counted on an older, larger link.

CREATE OR REPLACE FUNCTION refuse_large_json() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', MESSAGE = TG_ARGV[0] || ' takes more than ' || TG_ARGV[1] || ' bytes';
END
$$;

CREATE OR REPLACE TRIGGER "plans_limits_size" BEFORE INSERT OR UPDATE OF "limits" ON "plans"
    FOR EACH ROW WHEN (octet_length(NEW."limits"::text) > 8192) EXECUTE FUNCTION refuse_large_json('plans.limits', '8192');

CREATE OR REPLACE TRIGGER "idempotency_keys_result_size" BEFORE INSERT OR UPDATE OF "result" ON "idempotency_keys"
    FOR EACH ROW WHEN (octet_length(NEW."result"::text) > 131072) EXECUTE FUNCTION refuse_large_json('idempotency_keys.result', '131072');

CREATE OR REPLACE TRIGGER "imports_made_size" BEFORE INSERT OR UPDATE OF "made" ON "imports"
    FOR EACH ROW WHEN (octet_length(NEW."made"::text) > 1048576) EXECUTE FUNCTION refuse_large_json('imports.made', '1048576');

CREATE OR REPLACE TRIGGER "imports_columns_size" BEFORE INSERT OR UPDATE OF "columns" ON "imports"
    FOR EACH ROW WHEN (octet_length(NEW."columns"::text) > 262144) EXECUTE FUNCTION refuse_large_json('imports.columns', '262144');

CREATE OR REPLACE TRIGGER "imports_how_size" BEFORE INSERT OR UPDATE OF "how" ON "imports"
    FOR EACH ROW WHEN (octet_length(NEW."how"::text) > 524288) EXECUTE FUNCTION refuse_large_json('imports.how', '524288');

CREATE OR REPLACE TRIGGER "import_rows_link_size" BEFORE INSERT OR UPDATE OF "link" ON "import_rows"
    FOR EACH ROW WHEN (octet_length(NEW."link"::text) > 393216) EXECUTE FUNCTION refuse_large_json('import_rows.link', '393216');

CREATE OR REPLACE TRIGGER "links_rules_size" BEFORE INSERT OR UPDATE OF "rules" ON "links"
    FOR EACH ROW WHEN (octet_length(NEW."rules"::text) > 131072) EXECUTE FUNCTION refuse_large_json('links.rules', '131072');

CREATE OR REPLACE TRIGGER "links_deep_link_size" BEFORE INSERT OR UPDATE OF "deep_link" ON "links"
    FOR EACH ROW WHEN (octet_length(NEW."deep_link"::text) > 65536) EXECUTE FUNCTION refuse_large_json('links.deep_link', '65536');

CREATE OR REPLACE TRIGGER "links_parameters_size" BEFORE INSERT OR UPDATE OF "parameters" ON "links"
    FOR EACH ROW WHEN (octet_length(NEW."parameters"::text) > 16384) EXECUTE FUNCTION refuse_large_json('links.parameters', '16384');

CREATE OR REPLACE TRIGGER "qr_codes_data_size" BEFORE INSERT OR UPDATE OF "data" ON "qr_codes"
    FOR EACH ROW WHEN (octet_length(NEW."data"::text) > 65536) EXECUTE FUNCTION refuse_large_json('qr_codes.data', '65536');

CREATE OR REPLACE TRIGGER "links_qr_design_size" BEFORE INSERT OR UPDATE OF "qr_design" ON "links"
    FOR EACH ROW WHEN (octet_length(NEW."qr_design"::text) > 8192) EXECUTE FUNCTION refuse_large_json('links.qr_design', '8192');

CREATE OR REPLACE TRIGGER "qr_codes_style_size" BEFORE INSERT OR UPDATE OF "style" ON "qr_codes"
    FOR EACH ROW WHEN (octet_length(NEW."style"::text) > 2048) EXECUTE FUNCTION refuse_large_json('qr_codes.style', '2048');

CREATE OR REPLACE TRIGGER "qr_templates_design_size" BEFORE INSERT OR UPDATE OF "design" ON "qr_templates"
    FOR EACH ROW WHEN (octet_length(NEW."design"::text) > 8192) EXECUTE FUNCTION refuse_large_json('qr_templates.design', '8192');

CREATE OR REPLACE TRIGGER "overlays_content_size" BEFORE INSERT OR UPDATE OF "content" ON "overlays"
    FOR EACH ROW WHEN (octet_length(NEW."content"::text) > 65536) EXECUTE FUNCTION refuse_large_json('overlays.content', '65536');

CREATE OR REPLACE TRIGGER "overlay_answers_content_size" BEFORE INSERT OR UPDATE OF "content" ON "overlay_answers"
    FOR EACH ROW WHEN (octet_length(NEW."content"::text) > 65536) EXECUTE FUNCTION refuse_large_json('overlay_answers.content', '65536');

CREATE OR REPLACE TRIGGER "splash_pages_content_size" BEFORE INSERT OR UPDATE OF "content" ON "splash_pages"
    FOR EACH ROW WHEN (octet_length(NEW."content"::text) > 65536) EXECUTE FUNCTION refuse_large_json('splash_pages.content', '65536');

CREATE OR REPLACE TRIGGER "bio_pages_theme_size" BEFORE INSERT OR UPDATE OF "theme" ON "bio_pages"
    FOR EACH ROW WHEN (octet_length(NEW."theme"::text) > 24576) EXECUTE FUNCTION refuse_large_json('bio_pages.theme', '24576');

CREATE OR REPLACE TRIGGER "bio_pages_blocks_size" BEFORE INSERT OR UPDATE OF "blocks" ON "bio_pages"
    FOR EACH ROW WHEN (octet_length(NEW."blocks"::text) > 131072) EXECUTE FUNCTION refuse_large_json('bio_pages.blocks', '131072');

CREATE OR REPLACE TRIGGER "imports_counts_size" BEFORE INSERT OR UPDATE OF "counts" ON "imports"
    FOR EACH ROW WHEN (octet_length(NEW."counts"::text) > 2048) EXECUTE FUNCTION refuse_large_json('imports.counts', '2048');

CREATE OR REPLACE TRIGGER "domains_app_links_size" BEFORE INSERT OR UPDATE OF "app_links" ON "domains"
    FOR EACH ROW WHEN (octet_length(NEW."app_links"::text) > 32768) EXECUTE FUNCTION refuse_large_json('domains.app_links', '32768');

CREATE OR REPLACE TRIGGER "domains_theme_size" BEFORE INSERT OR UPDATE OF "theme" ON "domains"
    FOR EACH ROW WHEN (octet_length(NEW."theme"::text) > 32768) EXECUTE FUNCTION refuse_large_json('domains.theme', '32768');

CREATE OR REPLACE TRIGGER "deleted_links_stored_size" BEFORE INSERT OR UPDATE OF "stored" ON "deleted_links"
    FOR EACH ROW WHEN (octet_length(NEW."stored"::text) > 2097152) EXECUTE FUNCTION refuse_large_json('deleted_links.stored', '2097152');

CREATE OR REPLACE TRIGGER "instance_samples_figures_size" BEFORE INSERT OR UPDATE OF "figures" ON "instance_samples"
    FOR EACH ROW WHEN (octet_length(NEW."figures"::text) > 2048) EXECUTE FUNCTION refuse_large_json('instance_samples.figures', '2048');
