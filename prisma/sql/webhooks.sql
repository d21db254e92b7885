-- Events for webhooks (webhook_deliveries). Each change in the audit log becomes an event in the same transaction. So
-- no kind of change is missed, and a rollback removes the event too. An account without webhooks only pays for one
-- lookup.

-- Requests a job of lib/platform/jobs/jobs.ts when the transaction commits. The processes that run jobs receive the
-- request and add the job to the queue. If none does, a task that runs every minute finds the waiting deliveries
-- (lib/resources/webhooks/sweep.ts).
CREATE OR REPLACE FUNCTION add_job(queue text, about jsonb, singleton text, at timestamptz) RETURNS void LANGUAGE sql AS $$
    SELECT pg_notify('job_requested', jsonb_build_object('queue', queue, 'data', about, 'singleton', singleton, 'at', at)::text)
$$;

-- Starts the deliveries of webhooks. The deliveries of one webhook run one after the other, in any process.
CREATE OR REPLACE FUNCTION deliver_webhooks(ids int[], at timestamptz DEFAULT now()) RETURNS void LANGUAGE sql AS $$
    SELECT add_job('webhooks', jsonb_build_object('webhook', id), id::text, at) FROM unnest(ids) AS id
$$;

-- Returns an existing or deleted link with all that a webhook shows of it, without its password.
CREATE OR REPLACE FUNCTION webhook_link(link int) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object(
        'link', own || jsonb_build_object('password_hash', CASE WHEN own->>'password_hash' IS NOT NULL THEN 'set' END),
        'clicks', clicks, 'uniqueClicks', unique_clicks, 'pixels', pixels, 'channel', channel,
        'tags', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY name_folded), '[]')
            FROM tags WHERE tags.id = ANY(tag_ids)),
        'domain', (SELECT jsonb_build_object('userId', user_id, 'scheme', scheme, 'host', host) FROM domains
            WHERE domains.id = (own->>'domain_id')::int))
    FROM (
        SELECT to_jsonb(l) AS own, counts.clicks, counts.unique_clicks,
            (SELECT coalesce(jsonb_agg("B" ORDER BY "B"), '[]') FROM "_LinkToPixel" WHERE "A" = l.id) AS pixels,
            ARRAY(SELECT "B" FROM "_LinkToTag" WHERE "A" = l.id) AS tag_ids,
            (SELECT channel_id FROM channel_items WHERE link_id = l.id ORDER BY id DESC LIMIT 1) AS channel
        FROM links l LEFT JOIN link_counts counts ON counts.link_id = l.id WHERE l.id = link
        UNION ALL
        SELECT stored->'link', d.clicks, d.unique_clicks, stored->'pixels',
            ARRAY(SELECT value::int FROM jsonb_array_elements_text(stored->'tags')), (stored #>> '{channels,-1}')::int
        FROM deleted_links d WHERE d.link_id = link AND NOT EXISTS (SELECT FROM links WHERE id = link)
    ) AS found
$$;

-- Returns the account's webhooks for an event. `link` is null if the event is not about a link. A link gets its tags
-- after it is created, so lib/resources/webhooks/body.ts checks the tag of a new link.
CREATE OR REPLACE FUNCTION webhooks_for(account int, event text, link int) RETURNS SETOF int LANGUAGE sql STABLE AS $$
    SELECT id FROM webhooks AS hook WHERE user_id = account AND event = ANY(events)
        AND (link_id IS NULL OR link_id = link)
        AND (campaign_id IS NULL OR campaign_id = coalesce((SELECT campaign_id FROM links WHERE id = link),
            (SELECT (stored #>> '{link,campaign_id}')::int FROM deleted_links WHERE deleted_links.link_id = link)))
        AND (tag_id IS NULL OR event IN ('link.created', 'link.restored')
            OR EXISTS (SELECT FROM "_LinkToTag" WHERE "A" = link AND "B" = tag_id)
            OR EXISTS (SELECT FROM deleted_links WHERE deleted_links.link_id = link AND stored->'tags' @> to_jsonb(tag_id)))
$$;

-- Writes an event to the outbox, and starts the deliveries. Several changes to one subject in a transaction become one
-- event with the final state.
CREATE OR REPLACE FUNCTION add_webhook_event(account int, event text, subject text, id int, before jsonb, state jsonb,
    change bigint DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
    WITH added AS (
        INSERT INTO webhook_deliveries AS present (webhook_id, type, key, change, state, before)
            SELECT hook, event, subject || ':' || id, change, state, before
            FROM webhooks_for(account, event, CASE subject WHEN 'link' THEN id END) AS hook ORDER BY hook
        ON CONFLICT (webhook_id, key, change) DO UPDATE SET state = excluded.state,
            before = coalesce(excluded.before, '{}') || coalesce(present.before, '{}'),
            type = CASE WHEN excluded.type = 'link.deleted' OR present.type = 'link.updated' THEN excluded.type ELSE present.type END
        RETURNING webhook_id
    ) SELECT deliver_webhooks(array_agg(webhook_id)) FROM added
$$;

-- Returns the event of a change in the audit log, and `link.expired` if the change made the link expire. A link that
-- expired before it was deleted does not expire again when it is restored. `before` and `after` contain only the columns
-- that differ.
CREATE OR REPLACE FUNCTION webhook_events(subject text, id int, before jsonb, after jsonb) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT CASE subject
        WHEN 'link' THEN CASE
            WHEN after IS NULL THEN 'link.deleted'
            -- The row in deleted_links is removed after the link is restored.
            WHEN before IS NULL AND EXISTS (SELECT FROM deleted_links WHERE link_id = webhook_events.id) THEN 'link.restored'
            WHEN before IS NULL THEN 'link.created'
            WHEN after->>'archived' = 'true' THEN 'link.archived'
            ELSE 'link.updated' END
        WHEN 'domain' THEN CASE
            WHEN after->>'status' = 'active' THEN 'domain.verified'
            WHEN before->>'status' = 'active' AND after->>'status' IN ('pending', 'suspended') THEN 'domain.failed' END
        WHEN 'member' THEN CASE WHEN before IS NULL THEN 'member.added' WHEN after IS NULL THEN 'member.removed' END
        WHEN 'import' THEN CASE WHEN after->>'status' = 'done' THEN 'import.finished' END
    END
    UNION ALL SELECT 'link.expired' WHERE subject = 'link' AND (after->>'expires_at')::timestamptz <= now()
        AND (before->>'expires_at')::timestamptz <= now() IS NOT TRUE
        AND NOT EXISTS (SELECT FROM deleted_links WHERE before IS NULL AND link_id = webhook_events.id
            AND deleted_at >= (after->>'expires_at')::timestamptz)
$$;

-- Returns the number of a change. It allows one event per change and subject. It is the ID of the transaction, or for
-- `link.expired` the time of expiry, because lib/resources/webhooks/expired.ts
-- can notice the same expiry.
CREATE OR REPLACE FUNCTION webhook_change(event text, state jsonb) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CASE event WHEN 'link.expired' THEN -(extract(epoch FROM (state #>> '{link,expires_at}')::timestamptz) * 1000)::bigint
        ELSE pg_current_xact_id()::text::bigint END
$$;

-- Returns the subject of the event after the change. For a removed member it returns who that was.
CREATE OR REPLACE FUNCTION webhook_state(subject text, id int, before jsonb, after jsonb) RETURNS jsonb
LANGUAGE sql STABLE AS $$
    SELECT CASE subject
        WHEN 'link' THEN webhook_link(id)
        WHEN 'domain' THEN (SELECT to_jsonb(domains) FROM domains WHERE domains.id = webhook_state.id)
        WHEN 'import' THEN (SELECT to_jsonb(imports) FROM imports WHERE imports.id = webhook_state.id)
        WHEN 'member' THEN (SELECT jsonb_build_object('id', users.id, 'username', username, 'email', email,
            'role', coalesce(after->'role', before->'role')) FROM users WHERE users.id = webhook_state.id)
    END
$$;

-- Sends events for new rows of the audit log, and for rows that a change extended. `changed` has the new rows, `was`
-- the rows before. A request with several transactions has one row, and each transaction sends only what it added.
CREATE OR REPLACE FUNCTION webhook_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
    PERFORM add_webhook_event(e.user_id, event, c.subject, c.subject_id, c.before, state, webhook_change(event, state))
        FROM changed c JOIN audit_entries e ON e.id = c.entry_id
            CROSS JOIN LATERAL webhook_events(c.subject, c.subject_id, c.before, c.after) AS event
            CROSS JOIN LATERAL webhook_state(c.subject, c.subject_id, c.before, c.after) AS state
        WHERE event IS NOT NULL AND e.user_id IN (SELECT user_id FROM webhooks WHERE event = ANY(events));
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION webhook_further_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
    PERFORM add_webhook_event(e.user_id, event, c.subject, c.subject_id, d.before, state, webhook_change(event, state))
        FROM changed c JOIN was ON (was.entry_id, was.subject, was.subject_id) = (c.entry_id, c.subject, c.subject_id)
            JOIN audit_entries e ON e.id = c.entry_id
            CROSS JOIN LATERAL (
                SELECT coalesce(jsonb_object_agg(key, value) FILTER (WHERE was.after->key IS DISTINCT FROM value), '{}') AS after,
                    coalesce(jsonb_object_agg(key, coalesce(was.after->key, c.before->key))
                        FILTER (WHERE was.after->key IS DISTINCT FROM value AND coalesce(was.after->key, c.before->key) IS NOT NULL), '{}') AS before
                FROM jsonb_each(coalesce(c.after, '{}'))
            ) AS d
            CROSS JOIN LATERAL webhook_events(c.subject, c.subject_id,
                CASE WHEN was.after IS NOT NULL THEN d.before END, CASE WHEN c.after IS NOT NULL THEN d.after END) AS event
            CROSS JOIN LATERAL webhook_state(c.subject, c.subject_id, c.before, c.after) AS state
        WHERE event IS NOT NULL AND (was.after, was.before) IS DISTINCT FROM (c.after, c.before)
            AND e.user_id IN (SELECT user_id FROM webhooks WHERE event = ANY(events));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_changes" AFTER INSERT ON "audit_changes" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION webhook_changes();

CREATE OR REPLACE TRIGGER "webhook_further_changes" AFTER UPDATE ON "audit_changes" REFERENCING OLD TABLE AS was NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION webhook_further_changes();

-- Sends the event that the argument names, about the changed row.
CREATE OR REPLACE FUNCTION webhook_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    event text := TG_ARGV[0];
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE event = ANY(events)) THEN RETURN NULL; END IF;
    CASE event
        -- The last click that the limit of a link allows.
        WHEN 'link.limit_reached' THEN
            PERFORM add_webhook_event(NEW.user_id, event, 'link', NEW.id, NULL, webhook_link(NEW.id));
        -- A destination has failed twice, when its owner gets a mail: lib/resources/links/destinations/checks.ts.
        WHEN 'link.unreachable' THEN
            PERFORM add_webhook_event(NEW.user_id, event, 'link', NEW.link_id, NULL,
                webhook_link(NEW.link_id) || jsonb_build_object('unreachable', to_jsonb(NEW)));
        -- The owner gets a mail that 80% or 100% of the plan's clicks are used: lib/resources/plans/click-notices.ts.
        WHEN 'limit.near' THEN
            PERFORM add_webhook_event(NEW.user_id, event, 'limit', 0, NULL, jsonb_build_object('limit', 'clicks', 'used', NEW.clicks,
                'percent', NEW.notified_percent, 'month', to_char(NEW.month, 'YYYY-MM')));
        -- A visitor's answer to an overlay.
        WHEN 'overlay.answered' THEN
            PERFORM add_webhook_event(user_id, event, 'overlay', id, NULL,
                jsonb_build_object('overlay', to_jsonb(overlays), 'answer', to_jsonb(NEW) - 'author'))
                FROM overlays WHERE id = NEW.overlay_id;
        WHEN 'conversion.corrected' THEN
            PERFORM add_webhook_event(NEW.user_id, event, 'link', NEW.link_id,
                jsonb_build_object('amount', OLD.amount, 'withdrawn', OLD.withdrawn), to_jsonb(NEW));
    END CASE;
    RETURN NULL;
END $$;

DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        ('webhook_limit_reached', 'UPDATE OF click_limit_used', 'links', 'link.limit_reached',
            'OLD.click_limit_used < OLD.click_limit AND NEW.click_limit_used >= NEW.click_limit'),
        ('webhook_unreachable', 'UPDATE OF failures', 'destination_checks', 'link.unreachable', 'OLD.failures = 1 AND NEW.failures = 2'),
        ('webhook_limit_near', 'UPDATE OF notified_percent', 'click_usage', 'limit.near', 'NEW.notified_percent > OLD.notified_percent'),
        ('webhook_answered', 'INSERT', 'overlay_answers', 'overlay.answered', 'true'),
        ('webhook_corrected', 'UPDATE OF amount, withdrawn', 'conversions', 'conversion.corrected',
            '(OLD.amount, OLD.withdrawn) IS DISTINCT FROM (NEW.amount, NEW.withdrawn)')
    ) AS sent (name, events, relation, event, condition) LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION webhook_row_changed(%L)',
            one.name, one.events, one.relation, one.condition, one.event);
    END LOOP;
END $$;

-- Sends an event for each conversion, however it was reported.
CREATE OR REPLACE FUNCTION webhook_conversions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE 'conversion.created' = ANY(events)) THEN RETURN NULL; END IF;
    PERFORM add_webhook_event(user_id, 'conversion.created', 'link', link_id, NULL, to_jsonb(made)) FROM (
        SELECT * FROM changed WHERE user_id IN (SELECT user_id FROM webhooks WHERE 'conversion.created' = ANY(events)) ORDER BY id
    ) AS made;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_conversions" AFTER INSERT ON "conversions" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION webhook_conversions();

-- Earlier versions had one function for each trigger. No trigger calls them by now, so dropping them locks no table.
DROP FUNCTION IF EXISTS webhook_limit_reached(), webhook_unreachable(), webhook_limit_near(), webhook_answered(), webhook_corrected();
