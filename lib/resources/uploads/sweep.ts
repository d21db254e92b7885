import { statement } from "@/lib/platform/database/statement";

/** Deletes unused uploads that are older than a day, as an open form may use newer ones. Returns how many. */
export async function sweepUploads(): Promise<number> {
  return (await statement(unused)).length;
}

// An upload is used by its path or its full address, wherever an image's address can be given.
const unused = String.raw`
  DELETE FROM uploads WHERE created_at < now() - interval '1 day' AND code NOT IN (
    SELECT (regexp_matches(words, '/uploads/([\da-f]{32})', 'g'))[1] FROM (
      SELECT logo AS words FROM qr_codes WHERE logo LIKE '%/uploads/%'
      UNION ALL SELECT meta_image FROM links WHERE meta_image LIKE '%/uploads/%'
      UNION ALL SELECT qr_design->>'logo' FROM links WHERE qr_design->>'logo' LIKE '%/uploads/%'
      UNION ALL SELECT stored #>> '{link,qr_design,logo}' FROM deleted_links WHERE stored #>> '{link,qr_design,logo}' LIKE '%/uploads/%'
      UNION ALL SELECT design->>'logo' FROM qr_templates WHERE design->>'logo' LIKE '%/uploads/%'
      UNION ALL SELECT stored #>> '{link,meta_image}' FROM deleted_links WHERE stored #>> '{link,meta_image}' LIKE '%/uploads/%'
      UNION ALL SELECT concat(meta_image, ' ', avatar, ' ', theme, ' ', blocks) FROM bio_pages
      UNION ALL SELECT theme->>'logo' FROM domains WHERE theme->>'logo' LIKE '%/uploads/%'
      UNION ALL SELECT content::text FROM splash_pages
      UNION ALL SELECT content::text FROM overlays
    ) AS named) RETURNING 1`;
