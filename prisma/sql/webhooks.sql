-- What webhooks are told. Triggers record each change in the transaction that makes it (webhook_changes), so no kind of
-- change is missed, and a rollback removes the record too. lib/resources/webhooks/changes.ts makes events of the records
-- (webhook_deliveries). An account without webhooks only pays for one lookup.

-- Requests a job of lib/platform/jobs/jobs.ts when the transaction commits. The processes that run jobs receive the
-- request and add the job to the queue. If none does, a task that runs every minute requests it again. Jobs of a queue
-- with the same ID run one after the other, in any process.
CREATE OR REPLACE FUNCTION add_job(queue text, id int, at timestamptz DEFAULT now()) RETURNS void LANGUAGE sql AS $$
    SELECT pg_notify('job_requested', jsonb_build_object('queue', queue, 'id', id, 'at', at)::text)
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

-- Returns the subject of an event as it is now, as the body of the event needs it. A link can be a deleted one: `deletedAt`
-- says since when it is in the trash. A link that is being restored is still there: its row in deleted_links is removed
-- afterwards. Of the password, it only says whether there is one.
CREATE OR REPLACE FUNCTION webhook_state(subject text, subject_id int) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT CASE subject
        WHEN 'link' THEN (
            SELECT jsonb_build_object(
                'link', own || jsonb_build_object('password_hash', CASE WHEN own->>'password_hash' IS NOT NULL THEN 'set' END),
                'clicks', clicks, 'uniqueClicks', unique_clicks, 'pixels', pixels, 'channel', channel, 'deletedAt', deleted_at,
                'tags', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY name_folded), '[]')
                    FROM tags WHERE tags.id = ANY(tag_ids)),
                'domain', (SELECT jsonb_build_object('userId', user_id, 'scheme', scheme, 'host', host) FROM domains
                    WHERE domains.id = (own->>'domain_id')::int))
            FROM (
                SELECT to_jsonb(l) AS own, counts.clicks, counts.unique_clicks,
                    (SELECT coalesce(jsonb_agg("B" ORDER BY "B"), '[]') FROM "_LinkToPixel" WHERE "A" = l.id) AS pixels,
                    ARRAY(SELECT "B" FROM "_LinkToTag" WHERE "A" = l.id) AS tag_ids,
                    (SELECT channel_id FROM channel_items WHERE link_id = l.id ORDER BY id DESC LIMIT 1) AS channel,
                    (SELECT deleted_at FROM deleted_links WHERE deleted_links.link_id = l.id) AS deleted_at
                FROM links l LEFT JOIN link_counts counts ON counts.link_id = l.id WHERE l.id = subject_id
                UNION ALL
                SELECT stored->'link', d.clicks, d.unique_clicks, stored->'pixels',
                    ARRAY(SELECT value::int FROM jsonb_array_elements_text(stored->'tags')), (stored #>> '{channels,-1}')::int, deleted_at
                FROM deleted_links d WHERE d.link_id = subject_id AND NOT EXISTS (SELECT FROM links WHERE id = subject_id)
            ) AS found)
        WHEN 'domain' THEN (SELECT to_jsonb(domains) FROM domains WHERE id = subject_id)
        WHEN 'import' THEN (SELECT to_jsonb(imports) FROM imports WHERE id = subject_id)
        WHEN 'overlay' THEN (SELECT to_jsonb(overlays) FROM overlays WHERE id = subject_id)
        WHEN 'member' THEN (SELECT jsonb_build_object('id', id, 'username', username, 'email', email) FROM users WHERE id = subject_id)
    END
$$;

-- Records what the audit log records, if it can be an event that a webhook of the account wants. The log has one row for
-- all that a request does to a subject. Here, each transaction has its own, with the state that it leaves. The trigger
-- runs before rows are written, because it then gets what this change did, also if the log adds it to an earlier row.
CREATE OR REPLACE FUNCTION record_webhook_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    possible text[] := CASE NEW.subject
        WHEN 'link' THEN '{link.created,link.updated,link.archived,link.deleted,link.restored,link.expired}'
        WHEN 'domain' THEN '{domain.verified,domain.failed}'
        WHEN 'member' THEN '{member.added,member.removed}'
        WHEN 'import' THEN '{import.finished}' END;
    account int;
BEGIN
    IF possible IS NULL OR NOT EXISTS (SELECT FROM webhooks) THEN RETURN NEW; END IF;
    SELECT user_id INTO account FROM audit_entries WHERE id = NEW.entry_id;
    IF NOT EXISTS (SELECT FROM webhooks WHERE user_id = account AND events && possible) THEN RETURN NEW; END IF;
    INSERT INTO webhook_changes AS present (user_id, subject, subject_id, change, before, after, state)
    VALUES (account, NEW.subject, NEW.subject_id, pg_current_xact_id()::text::bigint, NEW.before, NEW.after,
        webhook_state(NEW.subject, NEW.subject_id))
    ON CONFLICT (user_id, subject, subject_id, change) DO UPDATE SET
        before = CASE WHEN present.before IS NOT NULL THEN coalesce(excluded.before, '{}') || present.before END,
        after = CASE WHEN excluded.after IS NOT NULL THEN coalesce(present.after, '{}') || excluded.after END,
        state = excluded.state || CASE WHEN excluded.state->>'deletedAt' IS NULL AND present.state ? 'deletedAt'
            THEN jsonb_build_object('deletedAt', present.state->'deletedAt') ELSE '{}' END;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "webhook_changes" BEFORE INSERT ON "audit_changes" FOR EACH ROW EXECUTE FUNCTION record_webhook_change();

-- Records what is no change that people make. The arguments are the event, its subject, and the column with the ID of the
-- subject.
CREATE OR REPLACE FUNCTION record_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM webhooks WHERE TG_ARGV[0] = ANY(events)) THEN RETURN NULL; END IF;
    INSERT INTO webhook_changes (user_id, event, subject, subject_id, before, after, state)
        SELECT account, TG_ARGV[0], TG_ARGV[1], id, "was", "row", state
        FROM (SELECT to_jsonb(OLD) AS "was", to_jsonb(NEW) AS "row", coalesce((to_jsonb(NEW)->>TG_ARGV[2])::int, 0) AS id) AS changed
            CROSS JOIN LATERAL (SELECT CASE TG_ARGV[1] WHEN 'conversion' THEN "row" ELSE webhook_state(TG_ARGV[1], id) END AS state) AS present
            CROSS JOIN LATERAL (SELECT coalesce("row"->>'user_id', state->>'user_id')::int AS account) AS owner
        WHERE EXISTS (SELECT FROM webhooks WHERE user_id = account AND TG_ARGV[0] = ANY(events));
    RETURN NULL;
END $$;

DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT * FROM (VALUES
        -- The last click that the limit of a link allows.
        ('webhook_limit_reached', 'UPDATE OF click_limit_used', 'links', 'OLD.click_limit_used < OLD.click_limit AND NEW.click_limit_used >= NEW.click_limit',
            'link.limit_reached', 'link', 'id'),
        -- A destination has failed twice, when its owner gets a mail: lib/resources/links/destinations/checks.ts.
        ('webhook_unreachable', 'UPDATE OF failures', 'destination_checks', 'OLD.failures = 1 AND NEW.failures = 2',
            'link.unreachable', 'link', 'link_id'),
        -- The owner gets a mail that 80% or 100% of the plan's clicks are used: lib/resources/plans/click-notices.ts.
        ('webhook_limit_near', 'UPDATE OF notified_percent', 'click_usage', 'NEW.notified_percent > OLD.notified_percent',
            'limit.near', 'limit', ''),
        -- A visitor's answer to an overlay.
        ('webhook_answered', 'INSERT', 'overlay_answers', 'true', 'overlay.answered', 'overlay', 'overlay_id'),
        -- Each conversion, however it was reported.
        ('webhook_converted', 'INSERT', 'conversions', 'true', 'conversion.created', 'conversion', 'link_id'),
        ('webhook_corrected', 'UPDATE OF amount, withdrawn', 'conversions',
            '(OLD.amount, OLD.withdrawn) IS DISTINCT FROM (NEW.amount, NEW.withdrawn)', 'conversion.corrected', 'conversion', 'link_id')
    ) AS sent (name, events, relation, condition, event, subject, id) LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %I FOR EACH ROW WHEN (%s) EXECUTE FUNCTION record_webhook_event(%L, %L, %L)',
            one.name, one.events, one.relation, one.condition, one.event, one.subject, one.id);
    END LOOP;
END $$;
