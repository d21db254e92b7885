-- However a domain goes, with its account too, its name is remembered. One that only waited was never anybody's.

CREATE OR REPLACE FUNCTION remember_former_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO former_domains (host, user_id, removed_at)
    -- The account may be gone already.
    VALUES (OLD.host, (SELECT id FROM users WHERE id = OLD.user_id), now())
    ON CONFLICT (host) DO UPDATE SET user_id = EXCLUDED.user_id, removed_at = EXCLUDED.removed_at;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "domain_removed" AFTER DELETE ON "domains" FOR EACH ROW
    WHEN (OLD.user_id IS NOT NULL AND OLD.status <> 'pending') EXECUTE FUNCTION remember_former_domain();
