-- CreateEnum
CREATE TYPE "ReportReason" AS ENUM ('phishing', 'malware', 'spam', 'illegal', 'other');

-- CreateEnum
CREATE TYPE "ReportVerdict" AS ENUM ('dismissed', 'disabled');

-- CreateTable
CREATE TABLE "reports" (
    "id" SERIAL NOT NULL,
    "link_id" INTEGER NOT NULL,
    "reason" "ReportReason" NOT NULL,
    "message" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verdict" "ReportVerdict",
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disabled_links" (
    "link_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "disabled_links_pkey" PRIMARY KEY ("link_id")
);

-- CreateIndex
CREATE INDEX "reports_verdict_id_idx" ON "reports"("verdict", "id" DESC);

-- CreateIndex
CREATE INDEX "reports_link_id_idx" ON "reports"("link_id");

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disabled_links" ADD CONSTRAINT "disabled_links_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Both are part of what the redirect caches of a link.

CREATE FUNCTION notify_disabled_link_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links WHERE id = coalesce(NEW.link_id, OLD.link_id);
    RETURN NULL;
END $$;

CREATE TRIGGER "disabled_link_changed" AFTER INSERT OR DELETE OR UPDATE
    ON "disabled_links" FOR EACH ROW EXECUTE FUNCTION notify_disabled_link_changed();

CREATE FUNCTION notify_splash_page_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('link_changed', domain_id || ':' || alias_folded)
        FROM links WHERE splash_page_id = NEW.id;
    RETURN NULL;
END $$;

CREATE TRIGGER "splash_page_changed" AFTER UPDATE OF "content"
    ON "splash_pages" FOR EACH ROW EXECUTE FUNCTION notify_splash_page_changed();
