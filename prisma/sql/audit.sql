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

-- Adds changes to the entry of a request in an account, and creates it if there is none. Without `of_request`, it is the
-- request of the transaction's author. The account null is the instance. If the request changed the same subject earlier,
-- the first `before` and the last `after` are kept. Writing the same entry a thousand times in a transaction is slow, so
-- callers pass all changes of a statement at once.
CREATE OR REPLACE FUNCTION audit_record(account int, changes audit_changes[], of_request jsonb DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    author jsonb := coalesce(of_request, audit_author());
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
        by_admin, (SELECT username FROM users WHERE id = by_admin), author->>'address',
        (SELECT sum(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) FROM unnest(changes)))
    ON CONFLICT (request, coalesce(user_id, 0)) DO UPDATE SET bytes = audit_entries.bytes + excluded.bytes
    RETURNING id INTO entry;
    INSERT INTO audit_changes AS present (entry_id, subject, subject_id, before, after)
        SELECT entry, subject, subject_id, before, after FROM unnest(changes)
        ON CONFLICT ON CONSTRAINT audit_changes_pkey DO UPDATE SET
            before = CASE WHEN present.before IS NOT NULL THEN coalesce(excluded.before, '{}') || present.before END,
            after = CASE WHEN excluded.after IS NOT NULL THEN coalesce(present.after, '{}') || excluded.after END;
END $$;

-- Returns the value to record. `word` replaces a secret, unless it is empty, and a Wi-Fi password in the data of a QR
-- code.
CREATE OR REPLACE FUNCTION audit_shown(value jsonb, is_secret boolean, word text) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN is_secret AND value <> 'null' THEN to_jsonb(word)
        WHEN jsonb_typeof(value) = 'object' AND value ? 'pass' THEN value || jsonb_build_object('pass', word)
        ELSE value END
$$;

-- Returns the recorded columns of a deleted row. Of the secret column it returns only whether it is set, as `sealed`.
CREATE OR REPLACE FUNCTION audit_kept("row" jsonb, kept text[], secret text) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(jsonb_object_agg(CASE key WHEN secret THEN 'sealed' ELSE key END, audit_shown(value, key = secret, 'set')), '{}')
    FROM jsonb_each("row") WHERE key = ANY(kept) OR key = secret
$$;

-- Returns the ID of the subject. Some tables have no ID: their rows use the ID of their member, link or account, or 0.
-- An instance with billions of conversions has IDs that do not fit: these also become 0.
CREATE OR REPLACE FUNCTION audit_id("row" jsonb) RETURNS int LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN id <= 2147483647 THEN id ELSE 0 END::int
    FROM (SELECT coalesce("row"->>'id', "row"->>'member_id', "row"->>'link_id', "row"->>'user_id', '0')::bigint AS id) AS given
$$;

-- Returns whether this account is being deleted. That leaves one entry, in the log of the instance:
-- lib/resources/users/delete.ts writes it. In the last step the row in account_deletions may be gone before others, so
-- lib/resources/users/erase.ts sets the account.
CREATE OR REPLACE FUNCTION audit_leaving(account int) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM account_deletions WHERE user_id = account)
        OR coalesce(account::text = current_setting('signpost.leaving', true), false)
$$;

-- The arguments of the following trigger functions: the subject, the recorded columns and the secret column.

CREATE OR REPLACE FUNCTION audit_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
    PERFORM audit_record(account, array_agg(ROW(NULL, TG_ARGV[0], audit_id("row"), before, NULL)::audit_changes))
    FROM (SELECT to_jsonb(changed) AS "row" FROM changed) AS rows
        CROSS JOIN LATERAL (SELECT ("row"->>'user_id')::int AS account, audit_kept("row", TG_ARGV[1]::text[], TG_ARGV[2]) AS before) AS gone
    -- An address like this is what is left of a deleted account: lib/resources/users/delete.ts.
    WHERE NOT audit_leaving(account) AND coalesce("row"->>'email', '') NOT LIKE 'deleted:%'
    GROUP BY account;
    RETURN NULL;
END $$;

-- Records the columns that differ, before and after an update.
CREATE OR REPLACE FUNCTION audit_updated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    old_row jsonb := to_jsonb(OLD);
    new_row jsonb := to_jsonb(NEW);
    kept text[] := TG_ARGV[1];
    secret text := TG_ARGV[2];
    id int := audit_id(new_row);
    account int := CASE TG_ARGV[3] WHEN 'own' THEN new_row->>'id' ELSE new_row->>'user_id' END;
    before jsonb;
    after jsonb;
BEGIN
    -- The row moved to another account. Each account gets an entry of what it lost or received.
    IF old_row->>'user_id' <> new_row->>'user_id' THEN
        PERFORM audit_record((old_row->>'user_id')::int,
            ARRAY[ROW(NULL, TG_ARGV[0], id, audit_kept(old_row, kept, secret), NULL)::audit_changes]);
        PERFORM audit_record(account, ARRAY[ROW(NULL, TG_ARGV[0], id, NULL, audit_kept(new_row, kept, secret))::audit_changes]);
        RETURN NULL;
    END IF;
    SELECT jsonb_object_agg(name, audit_shown(o.value, key = secret, 'set')),
        jsonb_object_agg(name, audit_shown(n.value, key = secret, CASE
            WHEN key = secret AND o.value = 'null' OR key <> secret AND o.value->>'pass' = n.value->>'pass' THEN 'set'
            ELSE 'changed' END))
        INTO before, after
        FROM jsonb_each(old_row) AS o JOIN jsonb_each(new_row) AS n USING (key)
            CROSS JOIN LATERAL (SELECT CASE key WHEN secret THEN 'sealed' ELSE key END AS name) AS named
        WHERE (key = ANY(kept) OR key = secret) AND o.value <> n.value;
    IF before IS NOT NULL AND NOT audit_leaving(CASE TG_ARGV[0] WHEN 'user' THEN id ELSE account END) THEN
        PERFORM audit_record(account, ARRAY[ROW(NULL, TG_ARGV[0], id, before, after)::audit_changes]);
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

-- Creates the triggers. The function for new rows names the columns of its table, because a function that loops over the
-- columns of any row takes twenty times as long, and one statement can create thousands of rows. It records the columns
-- that are not empty. Columns that are rarely set are checked together first, because adding them one by one took half
-- of the time.
--
-- The triggers of updates name their columns. So updates of counters (clicks, scans, the last use of a key) do not run
-- them. tests/unit/audit.test.ts reports a new column that is missing here. Statements that change many links record
-- this themselves: lib/resources/links/bulk/steps.ts.
DO $$
DECLARE
    one record;
    columns text[];
    "values" text;
BEGIN
    FOR one IN SELECT relation, subject, kept, secret, kept::text[] || secret AS recorded FROM audited() LOOP
        SELECT array_agg(attname::text ORDER BY attnum) INTO columns FROM pg_attribute
            WHERE attrelid = one.relation::regclass AND attnum > 0 AND NOT attisdropped;
        SELECT format('jsonb_build_object(%s)', string_agg(format('%L, %I', name, name), ', ') FILTER (WHERE filled IS NULL))
            || coalesce(string_agg(' || ' || part, '') FILTER (WHERE NOT rare AND filled IS NOT NULL), '')
            || coalesce(' || CASE WHEN ' || string_agg(filled, ' OR ') FILTER (WHERE rare) || ' THEN '
                || string_agg(part, ' || ') FILTER (WHERE rare) || ' ELSE ''{}'' END', '')
        INTO "values"
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid CROSS JOIN LATERAL (
            SELECT attname::text AS name, typname = 'jsonb' AS json, format(CASE
                WHEN typname = 'jsonb' THEN '%I NOT IN (''null'', ''""'', ''[]'')'
                WHEN typcategory = 'S' THEN '%I <> '''''
                WHEN typcategory = 'A' THEN '%I <> ''{}'''
                WHEN NOT attnotnull OR attname = one.secret THEN '%I IS NOT NULL' END, attname) AS filled
        ) AS named CROSS JOIN LATERAL (
            SELECT json OR NOT attnotnull AS rare,
                format('CASE WHEN %s THEN jsonb_build_object(%L, %s) ELSE ''{}'' END', filled,
                    CASE name WHEN one.secret THEN 'sealed' ELSE name END, CASE WHEN name = one.secret THEN '''set'''
                        WHEN json THEN format('audit_shown(%I, false, ''set'')', name) ELSE quote_ident(name) END) AS part
        ) AS parts
        WHERE attrelid = one.relation::regclass AND attnum > 0 AND NOT attisdropped AND name = ANY(one.recorded);
        EXECUTE format($function$
            CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
            BEGIN
                IF pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
                PERFORM audit_record(account, array_agg(ROW(NULL, %L, id, NULL, after)::audit_changes), author)
                FROM (SELECT %s AS account, %s AS id, %s AS after, %s AS author FROM changed WHERE %s) AS made
                GROUP BY account, author;
                RETURN NULL;
            END $body$ $function$,
            'audit_inserted_' || one.relation, one.subject, CASE WHEN 'user_id' = ANY(columns) THEN 'user_id' ELSE 'NULL::int' END,
            coalesce((SELECT name FROM unnest('{id,member_id,link_id,user_id}'::text[]) AS name WHERE name = ANY(columns) LIMIT 1), '0'),
            "values",
            CASE one.relation WHEN 'links' THEN '(SELECT audit_author() -> ''links'') -> (domain_id || '':'' || alias_folded)'
                ELSE 'NULL::jsonb' END,
            -- The entry of a new account covers what is created with it.
            CASE WHEN one.subject IN ('api_key', 'identity') THEN
                'NOT EXISTS (SELECT FROM users WHERE id = changed.user_id AND xmin = pg_current_xact_id()::xid)' ELSE 'true' END);
        EXECUTE format('CREATE OR REPLACE TRIGGER "audit_inserted" AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION %I()', one.relation, 'audit_inserted_' || one.relation);
        EXECUTE format('CREATE OR REPLACE TRIGGER "audit_deleted" AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION audit_deleted(%L, %L, %L)', one.relation, one.subject, one.kept, one.secret);
        EXECUTE format('CREATE OR REPLACE TRIGGER "audit_updated" AFTER UPDATE OF %s ON %I FOR EACH ROW
            WHEN (pg_trigger_depth() = 0 AND OLD.* IS DISTINCT FROM NEW.*
                AND current_setting(''signpost.bulk'', true) IS DISTINCT FROM statement_timestamp()::text)
            EXECUTE FUNCTION audit_updated(%L, %L, %L)',
            (SELECT string_agg(quote_ident(name), ', ') FROM unnest(columns) AS name
                WHERE name = ANY(one.recorded || 'user_id'::text)
                    -- See the trigger audit_updated_own.
                    AND (one.relation <> 'users' OR name NOT IN ('email', 'username', 'leaves_at', 'default_domain_id', 'time_zone',
                        'track_conversions'))),
            one.relation, one.subject, one.kept, one.secret);
    END LOOP;
END $$;

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

-- Deletes what belongs to deleted rows. The arguments are the table and its column with their IDs. A foreign key would
-- cost more: see schema.prisma.
CREATE OR REPLACE FUNCTION delete_with() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('DELETE FROM %I USING gone WHERE %I = gone.id', TG_ARGV[0], TG_ARGV[1]);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "forget_audit_changes" AFTER DELETE ON "audit_entries" REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION delete_with('audit_changes', 'entry_id');

CREATE OR REPLACE TRIGGER "forget_audit_of_account" AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION delete_with('audit_entries', 'user_id');

CREATE OR REPLACE TRIGGER "forget_audit_horizon" AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION delete_with('audit_horizons', 'user_id');

-- Records a link that a person deleted permanently. Links that are deleted after 30 days have no author, and a restored
-- link exists again in `links`.
CREATE OR REPLACE FUNCTION audit_erased_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() = 1 AND audit_author() IS NOT NULL THEN
        PERFORM audit_record(user_id, array_agg(ROW(NULL, 'deleted_link', link_id,
                jsonb_build_object('alias', alias, 'destination', destination, 'title', title), NULL)::audit_changes))
            FROM changed WHERE NOT audit_leaving(user_id) AND NOT EXISTS (SELECT FROM links WHERE id = link_id)
            GROUP BY user_id;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "audit_erased_link" AFTER DELETE ON "deleted_links" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION audit_erased_link();
