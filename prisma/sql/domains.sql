-- Remembers the name of each deleted domain, also when its account is deleted. Pending domains are left out, because no
-- one has proved that they own them.

CREATE OR REPLACE FUNCTION remember_former_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO former_domains (host, user_id, removed_at)
    -- The account may already be deleted.
    VALUES (OLD.host, (SELECT id FROM users WHERE id = OLD.user_id), now())
    ON CONFLICT (host) DO UPDATE SET user_id = EXCLUDED.user_id, removed_at = EXCLUDED.removed_at;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "domain_removed" AFTER DELETE ON "domains" FOR EACH ROW
    WHEN (OLD.user_id IS NOT NULL AND OLD.status <> 'pending') EXECUTE FUNCTION remember_former_domain();
