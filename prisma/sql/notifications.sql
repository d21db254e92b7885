-- Every process caches the data that visitors and API requests need. These notifications tell it what to drop
-- (lib/platform/database/notifications.ts). They belong to the transaction that changes a row, so the writing code cannot forget
-- them. Postgres sends identical notifications of a transaction once.

-- ── Links: what the redirect caches ───────────────────────────────────────────────────────────────────────────────

-- The cached entry of an alias says whether there are links below it. So a change notifies all parent paths of an
-- alias.
CREATE OR REPLACE FUNCTION notify_links_above(domain_id int, alias_folded text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    WHILE strpos(alias_folded, '/') > 0 LOOP
        alias_folded := regexp_replace(alias_folded, '/[^/]*$', '');
        PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded);
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION notify_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', OLD.domain_id || ':' || OLD.alias_folded);
    PERFORM notify_links_above(OLD.domain_id, OLD.alias_folded);
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('link_changed', NEW.domain_id || ':' || NEW.alias_folded);
        PERFORM notify_links_above(NEW.domain_id, NEW.alias_folded);
    END IF;
    RETURN NULL;
END $$;

-- All columns except counters and the weight, which only matters to the rotator. A new column is included by default.
DO $$
BEGIN
    EXECUTE 'CREATE OR REPLACE TRIGGER "link_changed" AFTER DELETE OR UPDATE OF '
        || (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = 'links'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN
                ('click_limit_used', 'clicks', 'unique_clicks', 'imported_clicks', 'campaign_weight', 'updated_at'))
        || ' ON "links" FOR EACH ROW EXECUTE FUNCTION notify_link_changed()';
END $$;

CREATE OR REPLACE FUNCTION notify_disabled_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links WHERE id = coalesce(NEW.link_id, OLD.link_id);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "disabled_link_changed" AFTER INSERT OR DELETE OR UPDATE
    ON "disabled_links" FOR EACH ROW EXECUTE FUNCTION notify_disabled_link_changed();

CREATE OR REPLACE FUNCTION notify_splash_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links WHERE splash_page_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "splash_page_changed" AFTER UPDATE OF "content"
    ON "splash_pages" FOR EACH ROW EXECUTE FUNCTION notify_splash_page_changed();

CREATE OR REPLACE FUNCTION notify_link_pixels_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD."A" ELSE NEW."A" END;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "link_pixels_changed" AFTER INSERT OR DELETE
    ON "_LinkToPixel" FOR EACH ROW EXECUTE FUNCTION notify_link_pixels_changed();

CREATE OR REPLACE FUNCTION notify_pixel_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links JOIN "_LinkToPixel" ON "A" = id WHERE "B" = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "pixel_changed" AFTER UPDATE OF "type", "tag"
    ON "pixels" FOR EACH ROW EXECUTE FUNCTION notify_pixel_changed();

-- ── Campaigns, bio pages, overlays, QR codes ──────────────────────────────────────────────────────────────────────

CREATE OR REPLACE FUNCTION notify_campaign_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('campaign_changed', OLD.slug_folded);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "campaign_changed" AFTER UPDATE OR DELETE
    ON "campaigns" FOR EACH ROW WHEN (OLD.slug_folded IS NOT NULL) EXECUTE FUNCTION notify_campaign_changed();

-- The cached entry of a campaign contains its links: their IDs, addresses and weights.
CREATE OR REPLACE FUNCTION notify_campaign_of_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.campaign_id IS NOT NULL THEN
        PERFORM pg_notify('campaign_changed', slug_folded)
            FROM campaigns WHERE id = OLD.campaign_id AND slug_folded IS NOT NULL;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.campaign_id IS NOT NULL THEN
        PERFORM pg_notify('campaign_changed', slug_folded)
            FROM campaigns WHERE id = NEW.campaign_id AND slug_folded IS NOT NULL;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "campaign_of_link_changed" AFTER DELETE OR UPDATE OF
    "campaign_id", "campaign_weight", "domain_id", "alias_folded"
    ON "links" FOR EACH ROW EXECUTE FUNCTION notify_campaign_of_link_changed();

-- Notifies once for all new links of a statement, because one statement can create thousands.
CREATE OR REPLACE FUNCTION notify_links_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded) FROM changed;
    PERFORM notify_links_above(domain_id, alias_folded) FROM changed WHERE strpos(alias_folded, '/') > 0;
    PERFORM pg_notify('campaign_changed', slug_folded) FROM campaigns
        WHERE id = ANY(ARRAY(SELECT DISTINCT campaign_id FROM changed)) AND slug_folded IS NOT NULL;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "links_made" AFTER INSERT ON "links" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_links_made();

CREATE OR REPLACE FUNCTION notify_bio_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bio_page_changed', OLD.slug_folded);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "bio_page_changed" AFTER UPDATE OR DELETE
    ON "bio_pages" FOR EACH ROW EXECUTE FUNCTION notify_bio_page_changed();

CREATE OR REPLACE FUNCTION notify_bio_page_pixels_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bio_page_changed', slug_folded)
        FROM bio_pages WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD."A" ELSE NEW."A" END;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "bio_page_pixels_changed" AFTER INSERT OR DELETE
    ON "_BioPageToPixel" FOR EACH ROW EXECUTE FUNCTION notify_bio_page_pixels_changed();

CREATE OR REPLACE FUNCTION notify_pixel_of_bio_pages_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bio_page_changed', slug_folded)
        FROM bio_pages JOIN "_BioPageToPixel" ON "A" = id WHERE "B" = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "pixel_of_bio_pages_changed" AFTER UPDATE OF "type", "tag"
    ON "pixels" FOR EACH ROW EXECUTE FUNCTION notify_pixel_of_bio_pages_changed();

CREATE OR REPLACE FUNCTION notify_overlay_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('overlay_changed', OLD.id::text);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "overlay_changed" AFTER UPDATE OR DELETE
    ON "overlays" FOR EACH ROW EXECUTE FUNCTION notify_overlay_changed();

CREATE OR REPLACE FUNCTION notify_qr_code_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('qr_code_changed', coalesce(NEW.code, OLD.code));
    RETURN NULL;
END $$;

-- All columns except counters. If you add a column, add it here. Inserts are included, because a new QR code can set
-- the design of its link's code.
CREATE OR REPLACE TRIGGER "qr_code_changed" AFTER INSERT OR DELETE OR UPDATE OF
    "id", "user_id", "code", "type", "name", "data", "foreground", "background", "logo", "style", "created_at"
    ON "qr_codes" FOR EACH ROW EXECUTE FUNCTION notify_qr_code_changed();

-- ── Domains, keys, users, plans ───────────────────────────────────────────────────────────────────────────────────

CREATE OR REPLACE FUNCTION notify_domain_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM pg_notify('domain_changed', OLD.host);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('domain_changed', NEW.host);
    END IF;
    RETURN NULL;
END $$;

-- Leaves out the columns that a domain check always writes, because they change nothing for visitors.
CREATE OR REPLACE TRIGGER "domain_changed" AFTER INSERT OR DELETE OR UPDATE OF
    "user_id", "host", "scheme", "redirect_root", "redirect_404", "root_bio_page_id", "forward", "app_links", "theme",
    "status"
    ON "domains" FOR EACH ROW EXECUTE FUNCTION notify_domain_changed();

-- The cached entry of a domain contains the slug of its root bio page.
CREATE OR REPLACE FUNCTION notify_root_bio_page_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('domain_changed', host) FROM domains WHERE root_bio_page_id = NEW.id;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "root_bio_page_renamed" AFTER UPDATE OF "slug_folded" ON "bio_pages"
    FOR EACH ROW WHEN (OLD.slug_folded <> NEW.slug_folded) EXECUTE FUNCTION notify_root_bio_page_renamed();

CREATE OR REPLACE FUNCTION notify_api_key_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('api_key_changed', encode(OLD.hmac, 'hex'));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "api_key_changed" AFTER DELETE OR UPDATE OF
    "hmac", "enabled", "scopes", "networks", "expires_at"
    ON "api_keys" FOR EACH ROW EXECUTE FUNCTION notify_api_key_changed();

CREATE OR REPLACE FUNCTION notify_user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('user_changed', OLD.id::text);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "user_changed" AFTER DELETE OR UPDATE OF
    "email", "username", "password_hash", "admin", "plan_id", "plan_expires_at", "leaves_at", "default_domain_id",
    "track_conversions"
    ON "users" FOR EACH ROW EXECUTE FUNCTION notify_user_changed();

-- Links are cached with the setting that they inherit from their domain or account. One notice for all links of an account:
-- there may be a million. The argument is the column of the account's id.
CREATE OR REPLACE FUNCTION notify_account_links_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('account_links_changed', to_jsonb(NEW)->>TG_ARGV[0]);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "account_links_changed" AFTER UPDATE OF "track_conversions" ON "users" FOR EACH ROW
    WHEN (OLD.track_conversions <> NEW.track_conversions) EXECUTE FUNCTION notify_account_links_changed('id');

CREATE OR REPLACE TRIGGER "account_links_changed" AFTER UPDATE OF "track_conversions" ON "domains" FOR EACH ROW
    WHEN (OLD.track_conversions IS DISTINCT FROM NEW.track_conversions)
    EXECUTE FUNCTION notify_account_links_changed('user_id');

CREATE OR REPLACE FUNCTION notify_member_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('user_changed', OLD.member_id::text);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "member_changed" AFTER DELETE OR UPDATE
    ON "members" FOR EACH ROW EXECUTE FUNCTION notify_member_changed();

-- If a session ends before it expires, the connections that its browser holds open are closed.
CREATE OR REPLACE FUNCTION notify_sessions_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('user_changed', user_id::text)
        FROM (SELECT DISTINCT user_id FROM ended WHERE expires_at > now()) AS users;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "sessions_ended" AFTER DELETE ON "sessions" REFERENCING OLD TABLE AS ended
    FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions_ended();

CREATE OR REPLACE FUNCTION notify_plan_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('plan_changed', OLD.id::text);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "plan_changed" AFTER UPDATE
    ON "plans" FOR EACH ROW EXECUTE FUNCTION notify_plan_changed();

CREATE OR REPLACE FUNCTION notify_instance_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('instance_changed', NEW.id::text);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "instance_changed" AFTER INSERT OR UPDATE
    ON "instance_settings" FOR EACH ROW EXECUTE FUNCTION notify_instance_changed();
