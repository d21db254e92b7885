-- CreateTable
CREATE TABLE "qr_logos" (
    "qr_code_id" INTEGER NOT NULL,
    "image" BYTEA NOT NULL,

    CONSTRAINT "qr_logos_pkey" PRIMARY KEY ("qr_code_id")
);

-- CreateTable
CREATE TABLE "uploads" (
    "code" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "image" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("code")
);

-- CreateIndex
CREATE INDEX "uploads_user_id_idx" ON "uploads"("user_id");

-- AddForeignKey
ALTER TABLE "qr_logos" ADD CONSTRAINT "qr_logos_qr_code_id_fkey" FOREIGN KEY ("qr_code_id") REFERENCES "qr_codes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What visitors get of a QR code is cached; the notice ends that at once, as for links.
CREATE FUNCTION notify_qr_code_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('qr_code_changed', OLD.code);
    RETURN NULL;
END $$;

-- All columns but the counters. A migration that adds a column adds it here.
CREATE TRIGGER "qr_code_changed" AFTER DELETE OR UPDATE OF
    "id", "user_id", "code", "type", "name", "data", "foreground", "background", "logo", "created_at"
    ON "qr_codes" FOR EACH ROW EXECUTE FUNCTION notify_qr_code_changed();
