-- What is assigned to links, bio pages and QR codes. A change of it is a change of theirs: it sets the time of their last
-- edit (updated-at.sql), and the audit log records their list before and after (audit.sql).

-- `owner` is the column with the item that has the list, `other` the column with what is in it. A list is recorded as the
-- API receives it: IDs, or the names of tags. What was removed because a tag, pixel or channel was deleted belongs to that
-- deletion. Items that this transaction created or changed already have a new time.
--
-- Each list has a function, because Postgres plans a statement that is built in a trigger each time.
DO $$
DECLARE
    one record;
    name text;
    list text;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        ('_LinkToTag', 'link', 'links', 'A', 'tags', 'B'),
        ('_LinkToPixel', 'link', 'links', 'A', 'pixels', 'B'),
        ('_BioPageToPixel', 'bio_page', 'bio_pages', 'A', 'pixels', 'B'),
        ('channel_items', 'link', 'links', 'link_id', 'channels', 'channel_id'),
        ('channel_items', 'bio_page', 'bio_pages', 'bio_page_id', 'channels', 'channel_id'),
        ('channel_items', 'qr_code', 'qr_codes', 'qr_code_id', 'channels', 'channel_id')
    ) AS assigned (relation, subject, owners, owner, others, other) LOOP
        name := format('audit_%s_of_%s', one.others, one.subject);
        list := CASE one.others WHEN 'tags'
            THEN '(SELECT coalesce(jsonb_agg(name ORDER BY name_folded), ''[]'') FROM tags WHERE id = ANY(%s))' ELSE 'to_jsonb(%s)' END;
        EXECUTE format($function$
            CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
                WITH edited AS MATERIALIZED (
                    SELECT id FROM %4$I WHERE id IN (
                        SELECT %5$I FROM changed WHERE EXISTS (SELECT FROM %6$I AS other WHERE other.id = changed.%7$I)
                    ) AND xmin <> pg_current_xact_id()::xid
                    ORDER BY id FOR NO KEY UPDATE
                )
                UPDATE %4$I AS owner SET updated_at = greatest(now(), owner.updated_at + interval '1 millisecond')
                FROM edited WHERE owner.id = edited.id;
                PERFORM audit_record(user_id, array_agg(ROW(NULL, %3$L, id,
                    jsonb_build_object(%6$L, CASE TG_OP WHEN 'INSERT' THEN fewer ELSE more END),
                    jsonb_build_object(%6$L, CASE TG_OP WHEN 'INSERT' THEN more ELSE fewer END))::audit_changes))
                FROM (
                    SELECT owner.id, owner.user_id, array_agg(changed.%7$I) AS ids
                    FROM changed JOIN %4$I AS owner ON owner.id = changed.%5$I
                    WHERE EXISTS (SELECT FROM %6$I AS other WHERE other.id = changed.%7$I) GROUP BY 1, 2
                ) AS moved
                    CROSS JOIN LATERAL (SELECT ARRAY(SELECT %7$I FROM %2$I AS kept
                        WHERE kept.%5$I = moved.id AND kept.%7$I <> ALL(ids) ORDER BY 1) AS others) AS unchanged
                    CROSS JOIN LATERAL (SELECT %8$s AS fewer, %9$s AS more) AS lists
                GROUP BY user_id;
                RETURN NULL;
            END $body$ $function$, name, one.relation, one.subject, one.owners, one.owner, one.others, one.other,
            format(list, 'others'), format(list, 'others || ids'));
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', 'audit_assigned_to_' || one.subject, one.relation, name);
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', 'audit_taken_from_' || one.subject, one.relation, name);
    END LOOP;
END $$;
