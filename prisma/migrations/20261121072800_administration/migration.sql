-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "admin_session_id" UUID;

-- CreateIndex
CREATE INDEX "sessions_admin_session_id_idx" ON "sessions"("admin_session_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_session_id_fkey" FOREIGN KEY ("admin_session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What API keys may do is cached with the plan of their user.
CREATE FUNCTION notify_plan_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('plan_changed', OLD.id::text);
    RETURN NULL;
END $$;

CREATE TRIGGER "plan_changed" AFTER UPDATE
    ON "plans" FOR EACH ROW EXECUTE FUNCTION notify_plan_changed();
