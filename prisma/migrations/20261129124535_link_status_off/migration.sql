-- Until now, `private` meant that a link does not redirect. That is `off` from here on, and a private link redirects.
-- Renaming the value keeps every stored link as it was for its visitors. Versions before 0.3.0 do not run on this database.
ALTER TYPE "LinkStatus" RENAME VALUE 'private' TO 'off';
ALTER TYPE "LinkStatus" ADD VALUE 'private' BEFORE 'off';

-- What is stored outside of links.
UPDATE "audit_changes" SET
    "before" = CASE WHEN "before"->>'status' = 'private' THEN "before" || '{"status": "off"}' ELSE "before" END,
    "after" = CASE WHEN "after"->>'status' = 'private' THEN "after" || '{"status": "off"}' ELSE "after" END
WHERE "subject" = 'link' AND ("before"->>'status' = 'private' OR "after"->>'status' = 'private');
UPDATE "deleted_links" SET "stored" = jsonb_set("stored", '{link,status}', '"off"')
WHERE "stored" #>> '{link,status}' = 'private';
UPDATE "link_change_sets" SET "action" = 'off' WHERE "action" = 'private';
UPDATE "link_views" SET "query" = regexp_replace("query", '(^|&)status=private(&|$)', '\1status=off\2')
WHERE "query" ~ '(^|&)status=private(&|$)';
UPDATE "import_rows" SET "link" = "link" - 'private'
    || jsonb_build_object('status', CASE WHEN ("link"->>'private')::boolean THEN 'off' ELSE 'public' END)
WHERE "outcome" <> 'invalid' AND jsonb_typeof("link"->'private') = 'boolean';

-- prisma/sql: 5a864e3eab3bd1b9592f4831b64eff4443fd6f5732083a57a798a028b1db7016
