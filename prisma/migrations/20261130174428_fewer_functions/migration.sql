-- What prisma/sql no longer has. CASCADE drops triggers, which prisma/sql creates again with other functions if they are
-- still needed.
DROP FUNCTION IF EXISTS audit_entry(int, bigint), audit_entry_by(jsonb, int, bigint), audit_change(int, text, int, jsonb, jsonb),
    audit_veiled(jsonb, text), audit_shown(jsonb, text), audit_new_values(text, text[], text),
    audit_inserted(text, text, text[], text), audit_handed_over(int[], int, int), audit_bulk_changed(int[], text, jsonb),
    audit_list(text, int[]), audit_assigned(text, text, text, text, text, text, text), link_text("links"),
    write_link_texts(int[]), write_renamed_link_texts(int[]), hand_over_links(int[], int, int), change_links(int[], text, text[]),
    hand_over_conversions(int[], int), add_job(text, jsonb, text, timestamptz), deliver_webhooks(int[], timestamptz),
    webhook_link(int), webhook_state(text, int), notify_links_above(int, text);
DROP FUNCTION IF EXISTS audit_assigned(), forget_audit_changes(), forget_audit_of_account(), forget_corrections(),
    index_new_links(), index_deleted_links(), index_archived_link(), index_renamed_tag(), index_renamed_campaign(),
    keep_counts_of_deleted_link(), count_clicks_of_link(), convert_visitors(), set_updated_at_of_links_with_tags(),
    set_updated_at_of_links_with_pixels(), set_updated_at_of_bio_pages_with_pixels(), set_updated_at_of_links_with_channels(),
    set_updated_at_of_bio_pages_with_channels(), set_updated_at_of_qr_codes_with_channels(), notify_api_key_changed(),
    notify_bio_page_changed(), notify_bio_page_pixels_changed(), notify_campaign_changed(), notify_campaign_of_link_changed(),
    notify_disabled_link_changed(), notify_domain_changed(), notify_link_pixels_changed(), notify_member_changed(),
    notify_overlay_changed(), notify_pixel_changed(), notify_plan_changed(), notify_qr_code_changed(),
    notify_root_bio_page_renamed(), notify_sessions_ended(), notify_splash_page_changed(), notify_user_changed() CASCADE;

-- prisma/sql: e3abdbfed9509109b8c3643562c7857870d8f6c8ff296a208aeda2a99c786056
