-- Bio pages have a picture at their top; those that are there have none.

-- AlterTable
ALTER TABLE "bio_pages" ADD COLUMN     "avatar" TEXT;

-- prisma/sql: 3ebb2a32e4e719bf67bd2ccf768e709b11781f3c7affc43bc2215eb570019121
