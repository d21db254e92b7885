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

-- Writes an event to the outbox, and returns the webhooks that get a delivery. Several changes to one subject in a
-- transaction become one event with the final state.
CREATE OR REPLACE FUNCTION tell_webhooks(account int, event text, subject text, id int, before jsonb, state jsonb, change bigint)
RETURNS SETOF int LANGUAGE sql AS $$
    INSERT INTO webhook_deliveries AS present (webhook_id, type, key, change, state, before)
        SELECT hook, event, subject || ':' || id, change, state, before
        FROM webhooks_for(account, event, CASE subject WHEN 'link' THEN id END) AS hook ORDER BY hook
    ON CONFLICT (webhook_id, key, change) DO UPDATE SET state = excluded.state,
        before = coalesce(excluded.before, '{}') || coalesce(present.before, '{}'),
        type = CASE WHEN excluded.type = 'link.deleted' OR present.type = 'link.updated' THEN excluded.type ELSE present.type END
    RETURNING webhook_id
$$;

-- Returns the event of a change in the audit log, or null. `before` and `after` contain only the columns that differ.
CREATE OR REPLACE FUNCTION webhook_event(subject text, id int, before jsonb, after jsonb) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE subject
        WHEN 'link' THEN CASE
            WHEN after IS NULL THEN 'link.deleted'
            -- The row in deleted_links is removed after the link is restored.
            WHEN before IS NULL AND EXISTS (SELECT FROM deleted_links WHERE link_id = webhook_event.id) THEN 'link.restored'
            WHEN before IS NULL THEN 'link.created'
            WHEN after->>'archived' = 'true' THEN 'link.archived'
            ELSE 'link.updated' END
        WHEN 'domain' THEN CASE
            WHEN after->>'status' = 'active' THEN 'domain.verified'
            WHEN before->>'status' = 'active' AND after->>'status' IN ('pending', 'suspended') THEN 'domain.failed' END
        WHEN 'member' THEN CASE WHEN before IS NULL THEN 'member.added' WHEN after IS NULL THEN 'member.removed' END
        WHEN 'import' THEN CASE WHEN after->>'status' = 'done' THEN 'import.finished' END
    END
$$;

-- Returns the same event, and `link.expired` if the change made the link expire. A link that expired before it was
-- deleted does not expire again when it is restored.
CREATE OR REPLACE FUNCTION webhook_events(subject text, id int, before jsonb, after jsonb) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT webhook_event(subject, id, before, after)
    UNION ALL SELECT 'link.expired' WHERE subject = 'link' AND (after->>'expires_at')::timestamptz <= now()
        AND (before->>'expires_at')::timestamptz <= now() IS NOT TRUE
        AND NOT EXISTS (SELECT FROM deleted_links WHERE before IS NULL AND link_id = webhook_events.id
            AND deleted_at >= (after->>'expires_at')::timestamptz)
$$;

-- Returns the number of a change. It allows one event per change and subject. It is the ID of the transaction, or for
-- `link.expired` the time of expiry, because expire_links can notice the same expiry.
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
    PERFORM deliver_webhooks(ARRAY(
        SELECT DISTINCT hook FROM changed c JOIN audit_entries e ON e.id = c.entry_id
            CROSS JOIN LATERAL webhook_events(c.subject, c.subject_id, c.before, c.after) AS event
            CROSS JOIN LATERAL webhook_state(c.subject, c.subject_id, c.before, c.after) AS state
            CROSS JOIN LATERAL tell_webhooks(e.user_id, event, c.subject, c.subject_id, c.before, state,
                webhook_change(event, state)) AS hook
        WHERE event IS NOT NULL AND e.user_id IN (SELECT user_id FROM webhooks WHERE event = ANY(events))));
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION webhook_further_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks) THEN RETURN NULL; END IF;
    PERFORM deliver_webhooks(ARRAY(
        SELECT DISTINCT hook FROM changed c JOIN was ON (was.entry_id, was.subject, was.subject_id) = (c.entry_id, c.subject, c.subject_id)
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
            CROSS JOIN LATERAL tell_webhooks(e.user_id, event, c.subject, c.subject_id, d.before, state,
                webhook_change(event, state)) AS hook
        WHERE event IS NOT NULL AND (was.after, was.before) IS DISTINCT FROM (c.after, c.before)
            AND e.user_id IN (SELECT user_id FROM webhooks WHERE event = ANY(events))));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_changes" AFTER INSERT ON "audit_changes" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION webhook_changes();

CREATE OR REPLACE TRIGGER "webhook_further_changes" AFTER UPDATE ON "audit_changes" REFERENCING OLD TABLE AS was NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION webhook_further_changes();

-- Sends an event for the last click that the limit of a link allows.
CREATE OR REPLACE FUNCTION webhook_limit_reached() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE user_id = NEW.user_id AND 'link.limit_reached' = ANY(events)) THEN RETURN NULL; END IF;
    PERFORM deliver_webhooks(ARRAY(SELECT tell_webhooks(NEW.user_id, 'link.limit_reached', 'link', NEW.id, NULL, webhook_link(NEW.id), NULL)));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_limit_reached" AFTER UPDATE OF "click_limit_used" ON "links" FOR EACH ROW
    WHEN (OLD.click_limit_used < OLD.click_limit AND NEW.click_limit_used >= NEW.click_limit)
    EXECUTE FUNCTION webhook_limit_reached();

-- Sends an event after a destination has failed twice, when its owner gets a mail:
-- lib/resources/links/destinations/checks.ts.
CREATE OR REPLACE FUNCTION webhook_unreachable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE user_id = NEW.user_id AND 'link.unreachable' = ANY(events)) THEN RETURN NULL; END IF;
    PERFORM deliver_webhooks(ARRAY(SELECT tell_webhooks(NEW.user_id, 'link.unreachable', 'link', NEW.link_id, NULL,
            webhook_link(NEW.link_id) || jsonb_build_object('unreachable', to_jsonb(NEW)), NULL)));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_unreachable" AFTER UPDATE OF "failures" ON "destination_checks" FOR EACH ROW
    WHEN (OLD.failures = 1 AND NEW.failures = 2) EXECUTE FUNCTION webhook_unreachable();

-- Sends an event when the owner gets a mail that 80% or 100% of the plan's clicks are used:
-- lib/resources/plans/click-notices.ts.
CREATE OR REPLACE FUNCTION webhook_limit_near() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE user_id = NEW.user_id AND 'limit.near' = ANY(events)) THEN RETURN NULL; END IF;
    PERFORM deliver_webhooks(ARRAY(SELECT tell_webhooks(NEW.user_id, 'limit.near', 'limit', 0, NULL,
            jsonb_build_object('limit', 'clicks', 'used', NEW.clicks, 'percent', NEW.told, 'month', to_char(NEW.month, 'YYYY-MM')), NULL)));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_limit_near" AFTER UPDATE OF "told" ON "click_usage" FOR EACH ROW
    WHEN (NEW.told > OLD.told) EXECUTE FUNCTION webhook_limit_near();

-- Sends events for links that expired since the last run. It also looks at the ten minutes before, because a slow
-- transaction can set a time that is already past: lib/resources/webhooks/expired.ts.
CREATE OR REPLACE FUNCTION expire_links(task text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    done timestamptz;
    hooks int[];
BEGIN
    INSERT INTO sweeps (name, due_at) VALUES (task, now()) ON CONFLICT DO NOTHING;
    SELECT done_to INTO done FROM sweeps WHERE name = task FOR UPDATE;
    WITH added AS (
        INSERT INTO webhook_deliveries (webhook_id, type, key, change, state)
            SELECT hook.id, 'link.expired', 'link:' || l.id, webhook_change('link.expired', state), state
            FROM links l JOIN webhooks hook ON hook.user_id = l.user_id AND l.expires_at > hook.created_at
                CROSS JOIN LATERAL webhook_link(l.id) AS state
            WHERE l.expires_at > done - interval '10 minutes' AND l.expires_at <= now()
                AND hook.id IN (SELECT webhooks_for(l.user_id, 'link.expired', l.id))
            ORDER BY hook.id, l.id
        ON CONFLICT (webhook_id, key, change) DO NOTHING RETURNING webhook_id
    ) SELECT array_agg(DISTINCT webhook_id) INTO hooks FROM added;
    PERFORM deliver_webhooks(hooks);
    UPDATE sweeps SET done_to = now() WHERE name = task;
END $$;

-- Sends an event for a visitor's answer to an overlay.
CREATE OR REPLACE FUNCTION webhook_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE 'overlay.answered' = ANY(events)) THEN RETURN NULL; END IF;
    PERFORM deliver_webhooks(ARRAY(
        SELECT tell_webhooks(user_id, 'overlay.answered', 'overlay', id, NULL,
            jsonb_build_object('overlay', to_jsonb(overlays), 'answer', to_jsonb(NEW) - 'author'), NULL)
        FROM overlays WHERE id = NEW.overlay_id));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_answered" AFTER INSERT ON "overlay_answers" FOR EACH ROW EXECUTE FUNCTION webhook_answered();

-- Sends an event for each conversion, however it was reported.
CREATE OR REPLACE FUNCTION webhook_conversions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE 'conversion.created' = ANY(events)) THEN RETURN NULL; END IF;
    PERFORM deliver_webhooks(ARRAY(
        SELECT DISTINCT hook FROM (
            SELECT * FROM changed WHERE user_id IN (SELECT user_id FROM webhooks WHERE 'conversion.created' = ANY(events)) ORDER BY id
        ) AS made CROSS JOIN LATERAL tell_webhooks(made.user_id, 'conversion.created', 'link', made.link_id, NULL, to_jsonb(made), NULL) AS hook));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_conversions" AFTER INSERT ON "conversions" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION webhook_conversions();

-- Sends an event for each correction of a conversion.
CREATE OR REPLACE FUNCTION webhook_corrected() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE user_id = NEW.user_id AND 'conversion.corrected' = ANY(events)) THEN RETURN NULL; END IF;
    PERFORM deliver_webhooks(ARRAY(SELECT tell_webhooks(NEW.user_id, 'conversion.corrected', 'link', NEW.link_id,
            jsonb_build_object('amount', OLD.amount, 'withdrawn', OLD.withdrawn), to_jsonb(NEW), NULL)));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "webhook_corrected" AFTER UPDATE OF "amount", "withdrawn" ON "conversions" FOR EACH ROW
    WHEN ((OLD.amount, OLD.withdrawn) IS DISTINCT FROM (NEW.amount, NEW.withdrawn)) EXECUTE FUNCTION webhook_corrected();
