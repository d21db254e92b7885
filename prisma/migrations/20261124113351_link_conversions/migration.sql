-- CreateTable
CREATE TABLE "link_conversions" (
    "link_id" INTEGER NOT NULL,
    "visitor" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "link_conversions_pkey" PRIMARY KEY ("link_id","visitor")
);

-- prisma/sql: 2b980e55d31053efd724bf600fffad75bf1f5c350f2910b4d38231a21e7a6c03
