-- The audit log: who changed what (audit_entries, audit_changes). Triggers write it in the transaction of the change.
-- So no service can forget to record a change, and a rollback removes the entry too. Only the columns named in
-- audited() are recorded. Of a secret column, only the fact that it changed is recorded. Changes that other triggers or
-- foreign keys make to further rows are not recorded.

-- Returns who makes the changes of this transaction: the setting that lib/platform/database/author.ts writes. User input
-- cannot forge it, because it comes as a parameter. If a transaction works for several requests, `links` has the author
-- of each new link.
CREATE OR REPLACE FUNCTION audit_author() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT nullif(current_setting('signpost.author', true), '')::jsonb
$$;

-- Creates or extends the entry of the author's request in an account, and adds `more` bytes to its size. The account
-- null is the instance.
CREATE OR REPLACE FUNCTION audit_entry_by(author jsonb, account int, more bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    by_person int := (author->>'person')::int;
    by_key int := (author->>'key')::int;
    by_admin int := (author->>'admin')::int;
    entry bigint;
BEGIN
    INSERT INTO audit_entries (request, user_id, operation, person_id, person, key_id, key, admin_id, admin, address, bytes)
    VALUES (
        coalesce((author->>'request')::uuid, md5(pg_current_xact_id()::text || ' ' || now()::text)::uuid), account,
        author->>'operation', by_person, (SELECT username FROM users WHERE id = by_person),
        by_key, (SELECT name FROM api_keys WHERE id = by_key),
        by_admin, (SELECT username FROM users WHERE id = by_admin), author->>'address', more)
    ON CONFLICT (request, coalesce(user_id, 0)) DO UPDATE SET bytes = audit_entries.bytes + excluded.bytes
    RETURNING id INTO entry;
    RETURN entry;
END $$;

CREATE OR REPLACE FUNCTION audit_entry(account int, more bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT audit_entry_by(audit_author(), account, more)
$$;

-- Returns what to record instead of a secret: null if it is empty, otherwise `word`.
CREATE OR REPLACE FUNCTION audit_veiled(value jsonb, word text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE value WHEN 'null' THEN value ELSE to_jsonb(word) END
$$;

-- Returns the value to record. The data of a QR code can contain a Wi-Fi password, which `word` replaces.
CREATE OR REPLACE FUNCTION audit_shown(value jsonb, word text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN jsonb_typeof(value) = 'object' AND value ? 'pass' THEN value || jsonb_build_object('pass', word)
        ELSE value END
$$;

-- Returns the recorded columns of a deleted row. Of the secret column it returns only whether it is set, as `sealed`.
CREATE OR REPLACE FUNCTION audit_kept("row" jsonb, kept text[], secret text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(jsonb_object_agg(CASE key WHEN secret THEN 'sealed' ELSE key END,
        CASE key WHEN secret THEN audit_veiled(value, 'set') ELSE audit_shown(value, 'set') END), '{}')
    FROM jsonb_each("row") WHERE key = ANY(kept) OR key = secret
$$;

-- Returns the ID of the subject. Some tables have no ID: their rows use the ID of their member, link or account, or 0.
-- An instance with billions of conversions has IDs that do not fit: these also become 0.
CREATE OR REPLACE FUNCTION audit_id("row" jsonb) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN id <= 2147483647 THEN id ELSE 0 END::int
    FROM (SELECT coalesce("row"->>'id', "row"->>'member_id', "row"->>'link_id', "row"->>'user_id', '0')::bigint AS id) AS given
$$;

-- Adds a change to the entry of this request. If the request changed the same subject earlier, the first `before` and
-- the last `after` are kept.
CREATE OR REPLACE FUNCTION audit_change(account int, subject text, id int, before jsonb, after jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_changes AS present (entry_id, subject, subject_id, before, after)
    VALUES (audit_entry(account, coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)),
        subject, id, before, after)
    ON CONFLICT ON CONSTRAINT audit_changes_pkey DO UPDATE SET
        before = CASE WHEN present.before IS NOT NULL THEN coalesce(excluded.before, '{}') || present.before END,
        after = CASE WHEN excluded.after IS NOT NULL THEN coalesce(present.after, '{}') || excluded.after END;
END $$;

-- Returns whether this account is being deleted. That leaves one entry, in the log of the instance:
-- lib/resources/users/delete.ts writes it. In the last step the row in account_deletions may be gone before others, so
-- lib/resources/users/erase.ts sets the account.
CREATE OR REPLACE FUNCTION audit_leaving(account int) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM account_deletions WHERE user_id = account)
        OR coalesce(account::text = current_setting('signpost.leaving', true), false)
$$;

-- The arguments of the following trigger functions: the subject, the recorded columns and the secret column.

CREATE OR REPLACE FUNCTION audit_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    kept text[] := TG_ARGV[1];
    secret text := TG_ARGV[2];
BEGIN
    IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
    WITH gone AS (
        SELECT ("row"->>'user_id')::int AS account, audit_id("row") AS id,
            audit_kept("row", kept, secret) AS before
        FROM (SELECT to_jsonb(changed) AS "row" FROM changed) AS rows
        WHERE NOT audit_leaving(("row"->>'user_id')::int)
            -- What is left of a deleted account: lib/resources/users/delete.ts.
            AND coalesce("row"->>'email', '') NOT LIKE 'deleted:%'
    ), entries AS MATERIALIZED (
        SELECT account, audit_entry(account, sum(octet_length(before::text))) AS entry FROM gone GROUP BY account
    )
    INSERT INTO audit_changes AS present (entry_id, subject, subject_id, before)
    SELECT entry, TG_ARGV[0], id, before FROM gone JOIN entries ON gone.account IS NOT DISTINCT FROM entries.account
    ON CONFLICT ON CONSTRAINT audit_changes_pkey DO UPDATE SET
        before = CASE WHEN present.before IS NOT NULL THEN excluded.before || present.before END, after = NULL;
    RETURN NULL;
END $$;

-- Records the columns that differ, before and after an update.
CREATE OR REPLACE FUNCTION audit_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    old_row jsonb := to_jsonb(OLD);
    new_row jsonb := to_jsonb(NEW);
    kept text[] := TG_ARGV[1];
    secret text := TG_ARGV[2];
    account int := CASE TG_ARGV[3] WHEN 'own' THEN new_row->>'id' ELSE new_row->>'user_id' END;
    before jsonb;
    after jsonb;
BEGIN
    -- audit_handed_over and audit_bulk_changed record these changes.
    IF TG_ARGV[0] = 'link' AND current_setting('signpost.bulk', true) = 'on' THEN RETURN NULL; END IF;
    -- The row moved to another account. Each account gets an entry of what it lost or received.
    IF old_row->>'user_id' <> new_row->>'user_id' THEN
        PERFORM audit_change((old_row->>'user_id')::int, TG_ARGV[0], audit_id(old_row), audit_kept(old_row, kept, secret), NULL);
        PERFORM audit_change(account, TG_ARGV[0], audit_id(new_row), NULL, audit_kept(new_row, kept, secret));
        RETURN NULL;
    END IF;
    SELECT jsonb_object_agg(name, CASE key WHEN secret THEN audit_veiled(o.value, 'set') ELSE audit_shown(o.value, 'set') END),
        jsonb_object_agg(name, CASE WHEN key = secret
            THEN audit_veiled(n.value, CASE o.value WHEN 'null' THEN 'set' ELSE 'changed' END)
            ELSE audit_shown(n.value, CASE WHEN o.value->>'pass' = n.value->>'pass' THEN 'set' ELSE 'changed' END) END)
        INTO before, after
        FROM jsonb_each(old_row) AS o JOIN jsonb_each(new_row) AS n USING (key)
            CROSS JOIN LATERAL (SELECT CASE key WHEN secret THEN 'sealed' ELSE key END AS name) AS named
        WHERE (key = ANY(kept) OR key = secret) AND o.value <> n.value;
    IF before IS NOT NULL AND NOT audit_leaving(CASE TG_ARGV[0] WHEN 'user' THEN audit_id(new_row) ELSE account END) THEN
        PERFORM audit_change(account, TG_ARGV[0], audit_id(new_row), before, after);
    END IF;
    RETURN NULL;
END $$;

-- The recorded columns of each table, and its secret column.
CREATE OR REPLACE FUNCTION audited() RETURNS TABLE (relation text, subject text, kept text, secret text) LANGUAGE sql IMMUTABLE AS $$
    VALUES
        ('links', 'link', '{domain_id,alias,destination,title,description,external_id,status,archived,type,overlay_id,splash_page_id,redirect_status,expires_at,expiry_url,click_limit,rules,deep_link,parameters,forward,track_conversions,meta_title,meta_description,meta_image,qr_design,campaign_id,campaign_weight}', 'password_hash'),
        ('campaigns', 'campaign', '{name,slug,public}', ''),
        ('channels', 'channel', '{name,description,color,starred}', ''),
        ('tags', 'tag', '{name,color}', ''),
        ('utm_templates', 'utm_template', '{name,source,medium,campaign,term,content}', ''),
        ('statistics_shares', 'statistics_share', '{link_id,campaign_id}', 'password_hash'),
        ('pixels', 'pixel', '{type,name,tag}', ''),
        ('overlays', 'overlay', '{type,name,content}', ''),
        ('splash_pages', 'splash_page', '{name,content}', ''),
        ('bio_pages', 'bio_page', '{slug,name,description,avatar,theme,blocks,meta_title,meta_description,meta_image}', ''),
        ('qr_codes', 'qr_code', '{code,type,name,data,foreground,background,logo,style}', ''),
        ('qr_templates', 'qr_template', '{name,design}', ''),
        ('domains', 'domain', '{host,scheme,redirect_root,redirect_404,root_bio_page_id,app_links,theme,forward,track_conversions,status}', ''),
        ('imports', 'import', '{file_name,source,status,rename,overwrite}', ''),
        ('link_views', 'link_view', '{name,query}', ''),
        ('sms_accounts', 'sms_account', '{}', 'auth_token'),
        ('sms_messages', 'sms_message', '{from,to}', ''),
        ('identities', 'identity', '{issuer,label}', ''),
        ('two_factors', 'two_factor', '{enabled_at}', 'secret'),
        ('webhooks', 'webhook', '{name,url,events,link_id,campaign_id,tag_id,status,forwarding,site,template}', 'secret'),
        ('api_keys', 'api_key', '{name,member_id,legacy,enabled,scopes,networks,expires_at}', 'hmac'),
        ('members', 'member', '{role}', ''),
        ('member_invitations', 'member_invitation', '{email,role}', 'token_hash'),
        ('disabled_links', 'disabled_link', '{reason}', ''),
        ('invitations', 'invitation', '{email}', 'token_hash'),
        ('weekly_reports', 'weekly_report', '{}', ''),
        ('handovers', 'handover', '{email,everything,link_ids,status}', ''),
        ('instance_settings', 'instance_settings', '{name,logo,color,headline,text,landing_page,landing_redirect,docs_page,register_page,blocklist}', ''),
        ('plans', 'plan', '{name,free,price_monthly,price_yearly,price_lifetime,limits,storage_mb}', ''),
        ('users', 'user', '{email,username,admin,plan_id,plan_interval,plan_expires_at,leaves_at,default_domain_id,time_zone,track_conversions}', '')
$$;

-- Returns an SQL expression for what to record of a new row: the columns that are not empty. Columns that are rarely set
-- are checked together first, because adding them one by one took half of the time.
CREATE OR REPLACE FUNCTION audit_new_values(relation text, kept text[], secret text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT format('jsonb_build_object(%s)', string_agg(format('%L, %I', name, name), ', ') FILTER (WHERE filled IS NULL))
        || coalesce(string_agg(' || ' || part, '') FILTER (WHERE NOT rare AND filled IS NOT NULL), '')
        || coalesce(' || CASE WHEN ' || string_agg(filled, ' OR ') FILTER (WHERE rare) || ' THEN '
            || string_agg(part, ' || ') FILTER (WHERE rare) || ' ELSE ''{}'' END', '')
    FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid CROSS JOIN LATERAL (
        SELECT attname::text AS name, typname = 'jsonb' AS json, format(CASE
            WHEN typname = 'jsonb' THEN '%I NOT IN (''null'', ''""'', ''[]'')'
            WHEN typcategory = 'S' THEN '%I <> '''''
            WHEN typcategory = 'A' THEN '%I <> ''{}'''
            WHEN NOT attnotnull OR attname = secret THEN '%I IS NOT NULL' END, attname) AS filled
    ) AS named CROSS JOIN LATERAL (
        SELECT json OR NOT attnotnull AS rare,
            format('CASE WHEN %s THEN jsonb_build_object(%L, %s) ELSE ''{}'' END', filled,
                CASE name WHEN secret THEN 'sealed' ELSE name END, CASE WHEN name = secret THEN '''set'''
                    WHEN json THEN format('audit_shown(%I, ''set'')', name) ELSE quote_ident(name) END) AS part
    ) AS parts
    WHERE attrelid = relation::regclass AND attnum > 0 AND NOT attisdropped AND (name = ANY(kept) OR name = secret)
$$;

-- Returns the SQL of a table's trigger function for new rows. It names the columns, because a function that loops over
-- the columns of any row takes twenty times as long, and one statement can create thousands of rows.
CREATE OR REPLACE FUNCTION audit_inserted(relation text, subject text, kept text[], secret text) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT format('
        CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
            WITH made AS (
                SELECT %s AS account, %s AS id, %s AS after, %s AS author FROM changed WHERE %s
            ), entries AS MATERIALIZED (
                SELECT account, author, audit_entry_by(coalesce(author, audit_author()), account, sum(octet_length(after::text)))
                    AS entry FROM made GROUP BY account, author
            )
            INSERT INTO audit_changes AS present (entry_id, subject, subject_id, after)
            SELECT entry, %L, id, after FROM made JOIN entries ON made.account IS NOT DISTINCT FROM entries.account
                AND made.author IS NOT DISTINCT FROM entries.author
            ON CONFLICT ON CONSTRAINT audit_changes_pkey DO UPDATE SET after = coalesce(present.after, ''{}'') || excluded.after;
            RETURN NULL;
        END $body$',
        'audit_inserted_' || relation, CASE WHEN 'user_id' = ANY(columns) THEN 'user_id' ELSE 'NULL::int' END,
        CASE WHEN 'id' = ANY(columns) THEN 'id' WHEN 'member_id' = ANY(columns) THEN 'member_id'
            WHEN 'link_id' = ANY(columns) THEN 'link_id' WHEN 'user_id' = ANY(columns) THEN 'user_id' ELSE '0' END,
        audit_new_values(relation, kept, secret),
        CASE relation WHEN 'links' THEN '(SELECT audit_author() -> ''links'') -> (domain_id || '':'' || alias_folded)'
            ELSE 'NULL::jsonb' END,
        -- The entry of a new account covers what is created with it.
        CASE WHEN subject IN ('api_key', 'identity') THEN
            'NOT EXISTS (SELECT FROM users WHERE id = changed.user_id AND xmin = pg_current_xact_id()::xid)' ELSE 'true' END, subject)
    FROM (SELECT array_agg(attname::text) AS columns FROM pg_attribute
        WHERE attrelid = relation::regclass AND attnum > 0 AND NOT attisdropped) AS known
$$;

-- The triggers of updates name their columns. So updates of counters (clicks, scans, the last use of a key) do not run
-- them. tests/unit/audit.test.ts reports a new column that is missing here.
DO $$
DECLARE
    one record;
    columns text;
BEGIN
    FOR one IN SELECT * FROM audited() LOOP
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
            WHERE attrelid = one.relation::regclass AND attnum > 0 AND NOT attisdropped
                AND attname = ANY(one.kept::text[] || ARRAY[one.secret, 'user_id'])
                AND (one.relation <> 'users' OR attname NOT IN ('email', 'username', 'leaves_at', 'default_domain_id', 'time_zone',
                    'track_conversions'));
        EXECUTE audit_inserted(one.relation, one.subject, one.kept::text[], one.secret);
        EXECUTE format('CREATE OR REPLACE TRIGGER "audit_inserted" AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', one.relation, 'audit_inserted_' || one.relation);
        EXECUTE format('CREATE OR REPLACE TRIGGER "audit_deleted" AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION audit_deleted(%L, %L, %L)', one.relation, one.subject, one.kept, one.secret);
        EXECUTE format('CREATE OR REPLACE TRIGGER "audit_updated" AFTER UPDATE OF %s ON %I FOR EACH ROW
            WHEN (pg_trigger_depth() = 0 AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION audit_updated(%L, %L, %L)',
            columns, one.relation, one.subject, one.kept, one.secret);
    END LOOP;
END $$;

-- Earlier versions had one function for all tables.
DROP FUNCTION IF EXISTS audit_inserted();

-- Does the same for many links at once (hand_over_links). Writing the same entry once for each link would be slow.
CREATE OR REPLACE FUNCTION audit_handed_over(ids int[], giver int, receiver int) RETURNS void LANGUAGE sql AS $$
    WITH moved AS MATERIALIZED (
        SELECT id, audit_kept(to_jsonb(links), kept::text[], secret) AS state
        FROM links JOIN audited() ON relation = 'links' WHERE id = ANY(ids) AND user_id = receiver
    ), entries AS MATERIALIZED (
        SELECT account, audit_entry(account, sum(octet_length(state::text))) AS entry
        FROM moved CROSS JOIN (VALUES (giver), (receiver)) AS both_sides (account) GROUP BY account
    )
    INSERT INTO audit_changes AS present (entry_id, subject, subject_id, before, after)
    SELECT entry, 'link', id, CASE account WHEN giver THEN state END, CASE account WHEN receiver THEN state END
    FROM moved CROSS JOIN entries
    ON CONFLICT ON CONSTRAINT audit_changes_pkey DO UPDATE SET
        before = CASE WHEN present.before IS NOT NULL THEN coalesce(excluded.before, '{}') || present.before END,
        after = CASE WHEN excluded.after IS NOT NULL THEN coalesce(present.after, '{}') || excluded.after END
$$;

-- Does the same for one column of many links (change_links). `was` has the old values by link ID.
CREATE OR REPLACE FUNCTION audit_bulk_changed(ids int[], name text, was jsonb) RETURNS void LANGUAGE sql AS $$
    WITH changed AS MATERIALIZED (
        SELECT id, user_id AS account, jsonb_build_object(name, was->id::text) AS before,
            jsonb_build_object(name, to_jsonb(links)->name) AS after
        FROM links WHERE id = ANY(ids)
    ), entries AS MATERIALIZED (
        SELECT account, audit_entry(account, sum(octet_length(before::text) + octet_length(after::text))::bigint) AS entry
        FROM changed GROUP BY account
    )
    INSERT INTO audit_changes AS present (entry_id, subject, subject_id, before, after)
    SELECT entry, 'link', id, before, after FROM changed JOIN entries USING (account)
    ON CONFLICT ON CONSTRAINT audit_changes_pkey DO UPDATE SET
        before = CASE WHEN present.before IS NOT NULL THEN excluded.before || present.before END,
        after = coalesce(present.after, '{}') || excluded.after
$$;

-- Changes that people make to their own account are recorded in that account. Changes that administrators make to an
-- account are recorded in the log of the instance.
CREATE OR REPLACE TRIGGER "audit_updated_own" AFTER UPDATE OF "email", "username", "password_hash", "email_verified_at", "leaves_at",
    "default_domain_id", "time_zone", "track_conversions" ON "users"
    FOR EACH ROW WHEN (pg_trigger_depth() = 0 AND OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION audit_updated('user', '{email,username,email_verified_at,leaves_at,default_domain_id,time_zone,track_conversions}',
    'password_hash', 'own');

-- Corrections of conversions. Their reports are counted, like clicks, and not recorded.
CREATE OR REPLACE TRIGGER "audit_corrected" AFTER UPDATE OF "amount", "withdrawn" ON "conversions" FOR EACH ROW
    WHEN (pg_trigger_depth() = 0 AND OLD.* IS DISTINCT FROM NEW.*)
    EXECUTE FUNCTION audit_updated('conversion', '{amount,withdrawn}', '');

-- The changes of an entry are deleted with it.
CREATE OR REPLACE FUNCTION forget_audit_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM audit_changes USING gone WHERE entry_id = gone.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "forget_audit_changes" AFTER DELETE ON "audit_entries" REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION forget_audit_changes();

CREATE OR REPLACE FUNCTION forget_audit_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM audit_entries WHERE user_id = OLD.id;
    DELETE FROM audit_horizons WHERE user_id = OLD.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "forget_audit_of_account" AFTER DELETE ON "users" FOR EACH ROW
    EXECUTE FUNCTION forget_audit_of_account();

-- ── What is assigned to links, bio pages and QR codes: a change of theirs ─────────────────────────────────────────────

-- Returns a list as it is recorded: IDs, or the names of tags, as the API receives them.
CREATE OR REPLACE FUNCTION audit_list(list text, ids int[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT CASE list WHEN 'tags' THEN
        (SELECT coalesce(jsonb_agg(name ORDER BY name_folded), '[]') FROM tags WHERE id = ANY(ids)) ELSE to_jsonb(ids) END
$$;

-- Returns SQL that creates the trigger function for a table of assignments. `owner` is its column with the item that has
-- the list, `other` its column with the items in the list. Each table has a function, because Postgres plans a statement
-- that is built in a trigger each time. The function records all rows of a statement at once, because writing the same
-- entry a thousand times in a transaction is slow. Entries that went because the listed item itself was deleted belong to
-- that deletion.
CREATE OR REPLACE FUNCTION audit_assigned(name text, relation text, subject text, owner text, other text, list text, owners text)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT format('
        CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
        BEGIN
            IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
            WITH moved AS (
                SELECT owner.id, owner.user_id AS account, array_agg(changed.%5$I) AS ids
                FROM changed JOIN %7$I AS owner ON owner.id = changed.%4$I
                WHERE EXISTS (SELECT FROM %6$I AS other WHERE other.id = changed.%5$I) GROUP BY 1, 2
            ), lists AS (
                SELECT *, ARRAY(SELECT %5$I FROM %2$I AS kept WHERE kept.%4$I = moved.id AND kept.%5$I <> ALL(moved.ids) ORDER BY 1)
                    AS others FROM moved
            ), recorded AS (
                SELECT id, account,
                    jsonb_build_object(%6$L, audit_list(%6$L, CASE WHEN TG_OP = ''INSERT'' THEN others ELSE others || ids END)) AS before,
                    jsonb_build_object(%6$L, audit_list(%6$L, CASE WHEN TG_OP = ''INSERT'' THEN others || ids ELSE others END)) AS after
                FROM lists
            ), entries AS MATERIALIZED (
                SELECT account, audit_entry(account, sum(octet_length(before::text) + octet_length(after::text))::bigint) AS entry
                FROM recorded GROUP BY account
            )
            INSERT INTO audit_changes AS present (entry_id, subject, subject_id, before, after)
            SELECT entry, %3$L, id, before, after FROM recorded JOIN entries USING (account)
            ON CONFLICT ON CONSTRAINT audit_changes_pkey DO UPDATE SET
                before = CASE WHEN present.before IS NOT NULL THEN excluded.before || present.before END,
                after = coalesce(present.after, ''{}'') || excluded.after;
            RETURN NULL;
        END $body$', name, relation, subject, owner, other, list, owners)
$$;

DO $$
DECLARE
    one record;
    name text;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        ('_LinkToTag', 'link', 'A', 'B', 'tags', 'links'),
        ('_LinkToPixel', 'link', 'A', 'B', 'pixels', 'links'),
        ('_BioPageToPixel', 'bio_page', 'A', 'B', 'pixels', 'bio_pages'),
        ('channel_items', 'link', 'link_id', 'channel_id', 'channels', 'links'),
        ('channel_items', 'bio_page', 'bio_page_id', 'channel_id', 'channels', 'bio_pages'),
        ('channel_items', 'qr_code', 'qr_code_id', 'channel_id', 'channels', 'qr_codes')
    ) AS assigned (relation, subject, owner, other, list, owners) LOOP
        name := format('audit_%s_of_%s', one.list, one.subject);
        EXECUTE audit_assigned(name, one.relation, one.subject, one.owner, one.other, one.list, one.owners);
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', 'audit_assigned_to_' || one.subject, one.relation, name);
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', 'audit_taken_from_' || one.subject, one.relation, name);
    END LOOP;
END $$;

-- Earlier versions had one function for all tables.
DROP FUNCTION IF EXISTS audit_assigned();

-- ── Deleted links ─────────────────────────────────────────────────────────────────────────────────────────────────────

-- Records a link that a person deleted permanently. Links that are deleted after 30 days have no author, and a restored
-- link exists again in `links`.
CREATE OR REPLACE FUNCTION audit_erased_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() = 1 AND audit_author() IS NOT NULL THEN
        PERFORM audit_change(user_id, 'deleted_link', link_id,
                jsonb_build_object('alias', alias, 'destination', destination, 'title', title), NULL)
            FROM changed WHERE NOT audit_leaving(user_id) AND NOT EXISTS (SELECT FROM links WHERE id = link_id)
            ORDER BY link_id;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "audit_erased_link" AFTER DELETE ON "deleted_links" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION audit_erased_link();
