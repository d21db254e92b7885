ALTER TABLE "click_usage" RENAME COLUMN "told" TO "notified_percent";
ALTER TABLE "click_usage" RENAME COLUMN "tell_at" TO "notify_at";

DROP FUNCTION IF EXISTS tell_webhooks(int, text, text, int, jsonb, jsonb, bigint), webhook_event(text, int, jsonb, jsonb),
    expire_links(text), has_clicked(int, bigint), count_tagged_links(int, int), audit_changed_together(int[], text, jsonb);

ALTER TABLE "framings" RENAME TO "frame_permissions";
ALTER TABLE "frame_permissions" RENAME CONSTRAINT "framings_pkey" TO "frame_permissions_pkey";
-- prisma/sql: efae806ad53d0296fc75bfc76ef14768d9442f1328c8600e414686e01e25b2c9
