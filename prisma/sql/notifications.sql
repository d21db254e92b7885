-- Every process caches the data that visitors and API requests need. These notifications tell it what to drop
-- (lib/platform/database/changes.ts). They belong to the transaction that changes a row, so the writing code cannot forget
-- them. Postgres sends identical notifications of a transaction once.

-- The cached entry of an alias says whether there are links below it. So a change notifies all parent paths of an
-- alias. It notifies once for all new links of a statement, because one statement can create thousands.
CREATE OR REPLACE FUNCTION notify_links_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded) FROM changed;
    PERFORM pg_notify('link_changed', domain_id || ':' || array_to_string(parts[:part], '/'))
        FROM changed CROSS JOIN string_to_array(alias_folded, '/') AS parts CROSS JOIN generate_series(1, cardinality(parts) - 1) AS part
        WHERE strpos(alias_folded, '/') > 0;
    PERFORM pg_notify('campaign_changed', slug_folded) FROM campaigns
        WHERE id = ANY(ARRAY(SELECT DISTINCT campaign_id FROM changed)) AND slug_folded IS NOT NULL;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION notify_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', changed.domain_id || ':' || array_to_string(parts[:part], '/'))
        FROM (VALUES (OLD.domain_id, OLD.alias_folded), (NEW.domain_id, NEW.alias_folded)) AS changed (domain_id, alias_folded)
            CROSS JOIN string_to_array(alias_folded, '/') AS parts CROSS JOIN generate_series(1, cardinality(parts)) AS part;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "links_made" AFTER INSERT ON "links" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_links_made();

-- Notifies a channel of the key of a changed row. The arguments are the channel, the column with the key, and which key
-- to send: the one before the change (`old`), the one after it (`new`), or `both`.
CREATE OR REPLACE FUNCTION notify_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    old_key text := to_jsonb(OLD)->>TG_ARGV[1];
    new_key text := to_jsonb(NEW)->>TG_ARGV[1];
BEGIN
    PERFORM pg_notify(TG_ARGV[0], CASE TG_ARGV[0] WHEN 'api_key_changed' THEN encode(key::bytea, 'hex') ELSE key END)
        FROM unnest(CASE TG_ARGV[2]
            WHEN 'old' THEN ARRAY[old_key]
            WHEN 'new' THEN ARRAY[coalesce(new_key, old_key)]
            ELSE array_remove(ARRAY[old_key, new_key], NULL) END) AS key;
    RETURN NULL;
END $$;

-- Notifies about rows whose cached entry contains something of the changed row. The arguments are what the column
-- identifies, and the column. The queries are not arguments, because Postgres plans a query that is built in a trigger
-- each time.
CREATE OR REPLACE FUNCTION notify_containing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids int[] := ARRAY[to_jsonb(OLD)->>TG_ARGV[1], to_jsonb(NEW)->>TG_ARGV[1]];
BEGIN
    CASE TG_ARGV[0]
        WHEN 'link' THEN
            PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded) FROM links WHERE id = ANY(ids);
        WHEN 'splash page' THEN
            PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded) FROM links WHERE splash_page_id = ANY(ids);
        WHEN 'pixel' THEN
            PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
                FROM links JOIN "_LinkToPixel" ON "A" = id WHERE "B" = ANY(ids);
            PERFORM pg_notify('bio_page_changed', slug_folded)
                FROM bio_pages JOIN "_BioPageToPixel" ON "A" = id WHERE "B" = ANY(ids);
        WHEN 'bio page' THEN
            PERFORM pg_notify('bio_page_changed', slug_folded) FROM bio_pages WHERE id = ANY(ids);
        WHEN 'root bio page' THEN
            PERFORM pg_notify('domain_changed', host) FROM domains WHERE root_bio_page_id = ANY(ids);
        WHEN 'campaign' THEN
            PERFORM pg_notify('campaign_changed', slug_folded) FROM campaigns WHERE id = ANY(ids) AND slug_folded IS NOT NULL;
    END CASE;
    RETURN NULL;
END $$;

-- Each trigger: its table, its name, the events, the columns whose updates run it (all if there are none) or do not, its
-- condition, its function and the arguments. Counters are left out, and the columns that a domain check always writes,
-- because they change nothing for visitors.
DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        -- The weight only matters to the rotator.
        ('links', 'link_changed', 'DELETE OR UPDATE', NULL, '{click_limit_used,clicks,unique_clicks,imported_clicks,campaign_weight,updated_at}', NULL,
            'notify_link_changed', '{}'),
        ('disabled_links', 'disabled_link_changed', 'INSERT OR DELETE OR UPDATE', NULL, NULL, NULL, 'notify_containing', '{link,link_id}'),
        ('splash_pages', 'splash_page_changed', 'UPDATE', '{content}', NULL, NULL, 'notify_containing', '{"splash page",id}'),
        ('_LinkToPixel', 'link_pixels_changed', 'INSERT OR DELETE', NULL, NULL, NULL, 'notify_containing', '{link,A}'),
        ('_BioPageToPixel', 'bio_page_pixels_changed', 'INSERT OR DELETE', NULL, NULL, NULL, 'notify_containing', '{"bio page",A}'),
        ('pixels', 'pixel_changed', 'UPDATE', '{type,tag}', NULL, NULL, 'notify_containing', '{pixel,id}'),
        -- The cached entry of a campaign contains its links: their IDs, addresses and weights.
        ('links', 'campaign_of_link_changed', 'DELETE OR UPDATE', '{campaign_id,campaign_weight,domain_id,alias_folded}', NULL, NULL,
            'notify_containing', '{campaign,campaign_id}'),
        ('campaigns', 'campaign_changed', 'UPDATE OR DELETE', NULL, NULL, 'OLD.slug_folded IS NOT NULL',
            'notify_changed', '{campaign_changed,slug_folded,old}'),
        ('bio_pages', 'bio_page_changed', 'UPDATE OR DELETE', NULL, NULL, NULL, 'notify_changed', '{bio_page_changed,slug_folded,old}'),
        -- The cached entry of a domain contains the slug of its root bio page.
        ('bio_pages', 'root_bio_page_renamed', 'UPDATE', '{slug_folded}', NULL, 'OLD.slug_folded <> NEW.slug_folded',
            'notify_containing', '{"root bio page",id}'),
        ('overlays', 'overlay_changed', 'UPDATE OR DELETE', NULL, NULL, NULL, 'notify_changed', '{overlay_changed,id,old}'),
        -- Inserts are included, because a new QR code can set the design of its link's code.
        ('qr_codes', 'qr_code_changed', 'INSERT OR DELETE OR UPDATE', NULL, '{scans,unique_scans,updated_at}', NULL,
            'notify_changed', '{qr_code_changed,code,new}'),
        ('domains', 'domain_changed', 'INSERT OR DELETE OR UPDATE', NULL,
            '{id,track_conversions,failing_since,check_at,created_at,updated_at}', NULL, 'notify_changed', '{domain_changed,host,both}'),
        ('api_keys', 'api_key_changed', 'DELETE OR UPDATE', '{hmac,enabled,scopes,networks,expires_at}', NULL, NULL,
            'notify_changed', '{api_key_changed,hmac,old}'),
        ('users', 'user_changed', 'DELETE OR UPDATE',
            '{email,username,password_hash,admin,plan_id,plan_expires_at,leaves_at,default_domain_id,track_conversions}', NULL, NULL,
            'notify_changed', '{user_changed,id,old}'),
        ('members', 'member_changed', 'DELETE OR UPDATE', NULL, NULL, NULL, 'notify_changed', '{user_changed,member_id,old}'),
        -- Links are cached with the setting that they inherit from their domain or account. One notice for all links of an
        -- account: there may be a million.
        ('users', 'account_links_changed', 'UPDATE', '{track_conversions}', NULL, 'OLD.track_conversions <> NEW.track_conversions',
            'notify_changed', '{account_links_changed,id,new}'),
        ('domains', 'account_links_changed', 'UPDATE', '{track_conversions}', NULL, 'OLD.track_conversions IS DISTINCT FROM NEW.track_conversions',
            'notify_changed', '{account_links_changed,user_id,new}'),
        -- If a session ends before it expires, the connections that its browser holds open are closed.
        ('sessions', 'sessions_ended', 'DELETE', NULL, NULL, 'OLD.expires_at > now()', 'notify_changed', '{user_changed,user_id,old}'),
        -- lib/resources/webhooks/changes.ts makes events of it.
        ('webhook_changes', 'webhook_changed', 'INSERT', NULL, NULL, NULL, 'notify_changed', '{webhook_changed,user_id,new}'),
        ('plans', 'plan_changed', 'UPDATE', NULL, NULL, NULL, 'notify_changed', '{plan_changed,id,old}'),
        ('instance_settings', 'instance_changed', 'INSERT OR UPDATE', NULL, NULL, NULL, 'notify_changed', '{instance_changed,id,new}')
    ) AS notified (relation, name, events, columns, omitted, condition, function, arguments) LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s%s ON %I FOR EACH ROW%s EXECUTE FUNCTION %I(%s)', one.name, one.events,
            (SELECT ' OF ' || string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
                WHERE attrelid = quote_ident(one.relation)::regclass AND attnum > 0 AND NOT attisdropped
                    AND (attname = ANY(one.columns::text[]) OR attname <> ALL(one.omitted::text[]))),
            one.relation, ' WHEN (' || one.condition || ')', one.function,
            (SELECT string_agg(quote_literal(argument), ', ') FROM unnest(one.arguments::text[]) AS argument));
    END LOOP;
END $$;
