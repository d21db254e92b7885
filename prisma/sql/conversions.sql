-- Conversions (docs/conversions.md). The API and the drain add them through the same function, so the same rules apply
-- to both.

-- Adds conversions of clicks on existing or deleted links. Returns the positions in `given` of the new ones. It skips a
-- conversion with a known external ID, one that a page has already reported, and one above the limit for its click.
CREATE OR REPLACE FUNCTION add_conversions(given jsonb, most_of_page int, most_of_click int) RETURNS TABLE (place int, conversion bigint)
LANGUAGE sql AS $$
    -- Requests about the same click wait for each other, so that each counts what the one before has stored. Clicks
    -- share few locks, because Postgres has room for few. The next statement sees what was stored until it begins.
    SELECT pg_advisory_xact_lock(5067932, place) FROM (
        SELECT DISTINCT (abs(click % 256))::int AS place FROM jsonb_to_recordset(given) AS (click bigint)
        WHERE click IS NOT NULL ORDER BY 1) AS places;
    WITH sent AS (
        SELECT ordinality::int AS place, user_id, one.*,
            CASE WHEN external IS NOT NULL THEN 'external ' || user_id || ' ' || external
                WHEN source = 'page' THEN 'page ' || click || ' ' || event ELSE 'place ' || ordinality END AS name
        FROM ROWS FROM (jsonb_to_recordset(given) AS (link int, campaign int, variant text, click bigint, clicked timestamptz,
                event text, amount bigint, currency text, external text, source "ConversionSource", agreed boolean,
                at timestamptz))
            WITH ORDINALITY AS one
        CROSS JOIN LATERAL (
            SELECT user_id FROM links WHERE links.id = link
            UNION ALL SELECT user_id FROM deleted_links WHERE link_id = link LIMIT 1) AS owner
    ), fresh AS MATERIALIZED (
        SELECT nextval(pg_get_serial_sequence('conversions', 'id')) AS id, first.*,
            (SELECT count(*) FROM conversions AS known WHERE known.click = first.click)
                + row_number() OVER (PARTITION BY click ORDER BY place) AS nth
        FROM (SELECT DISTINCT ON (name) * FROM sent ORDER BY name, place) AS first
        WHERE NOT EXISTS (SELECT FROM conversions AS known WHERE known.user_id = first.user_id AND known.external_id = first.external)
            AND NOT EXISTS (SELECT FROM conversions AS known WHERE first.source = 'page' AND known.source = 'page'
                AND known.click = first.click AND known.event = first.event)
        ORDER BY place
    ), made AS (
        INSERT INTO conversions (id, user_id, link_id, campaign_id, variant, click, clicked_at, event, amount, currency, external_id, source, agreed,
            at)
        SELECT id, user_id, link, campaign, variant, click, clicked, event, amount, currency, external, source,
            coalesce(agreed, false), at FROM fresh
        WHERE nth <= CASE source WHEN 'page' THEN most_of_page ELSE most_of_click END
        ORDER BY name ON CONFLICT DO NOTHING RETURNING id
    )
    SELECT fresh.place, made.id FROM made JOIN fresh USING (id) ORDER BY fresh.place
$$;

-- The conversions that count. All figures read them from here.
CREATE OR REPLACE VIEW counted_conversions AS
    SELECT link_id, campaign_id, variant, click, visitor, event, amount, currency, at FROM conversions WHERE NOT withdrawn;

-- Records each correction of a conversion: what it was, what it is now and who changed it. The audit log records it as
-- well, but the audit log may be deleted earlier than the conversion.
CREATE OR REPLACE FUNCTION record_correction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    author jsonb := audit_author();
BEGIN
    INSERT INTO conversion_corrections (user_id, conversion_id, amount_before, amount_after, withdrawn_before, withdrawn_after, person, key)
    VALUES (NEW.user_id, NEW.id, OLD.amount, NEW.amount, OLD.withdrawn, NEW.withdrawn,
        (SELECT username FROM users WHERE id = (author->>'person')::int),
        (SELECT name FROM api_keys WHERE id = (author->>'key')::int));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "record_correction" AFTER UPDATE OF "amount", "withdrawn" ON "conversions" FOR EACH ROW
    WHEN ((OLD.amount, OLD.withdrawn) IS DISTINCT FROM (NEW.amount, NEW.withdrawn)) EXECUTE FUNCTION record_correction();

CREATE OR REPLACE TRIGGER "forget_corrections" AFTER DELETE ON "conversions" REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION delete_with('conversion_corrections', 'conversion_id');
