-- CreateIndex
CREATE INDEX "links_user_id_archived_created_at_id_idx" ON "links"("user_id", "archived", "created_at" DESC, "id" DESC);

-- prisma/sql: 5a864e3eab3bd1b9592f4831b64eff4443fd6f5732083a57a798a028b1db7016
