-- What is shown from now on is counted; what was shown before is not known.

-- CreateTable
CREATE TABLE "overlay_counts" (
    "overlay_id" INTEGER NOT NULL,
    "impressions" INTEGER NOT NULL DEFAULT 0,
    "responses" INTEGER NOT NULL DEFAULT 0,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "overlay_counts_pkey" PRIMARY KEY ("overlay_id")
);

-- AddForeignKey
ALTER TABLE "overlay_counts" ADD CONSTRAINT "overlay_counts_overlay_id_fkey" FOREIGN KEY ("overlay_id") REFERENCES "overlays"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- prisma/sql: 3ebb2a32e4e719bf67bd2ccf768e709b11781f3c7affc43bc2215eb570019121
