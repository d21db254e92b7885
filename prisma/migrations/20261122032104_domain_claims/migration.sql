-- AlterEnum
ALTER TYPE "DomainStatus" ADD VALUE 'suspended';

-- Several accounts may claim a host; active it is for one of them.
DROP INDEX "domains_host_key";
CREATE UNIQUE INDEX "domains_host_user_id_key" ON "domains"("host", "user_id");
CREATE UNIQUE INDEX "domains_active_host_key" ON "domains"((CASE WHEN "status" = 'active' THEN "host" END));

-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '1 day'::interval),
ADD COLUMN     "failing_since" TIMESTAMPTZ(3);

-- Those that are there already are not all checked at once.
UPDATE "domains" SET "check_at" = now() + random() * '1 day'::interval;

-- CreateIndex
CREATE INDEX "domains_check_at_idx" ON "domains"("check_at");

-- CreateTable
CREATE TABLE "former_domains" (
    "host" TEXT NOT NULL,
    "user_id" INTEGER,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_domains_pkey" PRIMARY KEY ("host")
);

-- CreateIndex
CREATE INDEX "former_domains_user_id_removed_at_idx" ON "former_domains"("user_id", "removed_at");

-- AddForeignKey
ALTER TABLE "former_domains" ADD CONSTRAINT "former_domains_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- However a domain goes, with its account too, its name is remembered. One that only waited was never anybody's.
CREATE FUNCTION remember_former_domain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO former_domains (host, user_id, removed_at)
    -- The account may be gone already.
    VALUES (OLD.host, (SELECT id FROM users WHERE id = OLD.user_id), now())
    ON CONFLICT (host) DO UPDATE SET user_id = EXCLUDED.user_id, removed_at = EXCLUDED.removed_at;
    RETURN NULL;
END $$;

CREATE TRIGGER "domain_removed" AFTER DELETE ON "domains" FOR EACH ROW
    WHEN (OLD.user_id IS NOT NULL AND OLD.status <> 'pending') EXECUTE FUNCTION remember_former_domain();

-- A check that finds all as it was changes nothing for visitors.
DROP TRIGGER "domain_changed" ON "domains";
CREATE TRIGGER "domain_changed" AFTER INSERT OR DELETE OR UPDATE OF
    "user_id", "host", "scheme", "redirect_root", "redirect_404", "status"
    ON "domains" FOR EACH ROW EXECUTE FUNCTION notify_domain_changed();
