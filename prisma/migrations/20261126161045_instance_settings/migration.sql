-- CreateTable
CREATE TABLE "instance_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT,
    "logo" TEXT,
    "logo_image" BYTEA,
    "color" TEXT,
    "headline" TEXT,
    "text" TEXT,
    "landing_page" BOOLEAN NOT NULL DEFAULT true,
    "landing_redirect" TEXT,
    "docs_page" BOOLEAN NOT NULL DEFAULT true,
    "register_page" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instance_settings_pkey" PRIMARY KEY ("id")
);

-- The only row. What administrators have not set stays null.
INSERT INTO "instance_settings" ("id") VALUES (1);

-- prisma/sql: bec33cb0888eab128864ce413a4c7059641194fa4160d9e00bb8949837a374f3
