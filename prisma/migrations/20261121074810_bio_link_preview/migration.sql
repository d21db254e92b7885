-- AlterTable
ALTER TABLE "bio_pages" ADD COLUMN     "meta_description" TEXT,
ADD COLUMN     "meta_image" TEXT,
ADD COLUMN     "meta_title" TEXT;
