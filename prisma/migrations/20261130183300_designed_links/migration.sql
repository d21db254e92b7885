-- Links with a design of their own, newest first, for the list of QR codes.
CREATE INDEX "links_designed_idx" ON "links"("user_id", "id" DESC) WHERE "qr_design" IS NOT NULL;

-- prisma/sql: e3abdbfed9509109b8c3643562c7857870d8f6c8ff296a208aeda2a99c786056
