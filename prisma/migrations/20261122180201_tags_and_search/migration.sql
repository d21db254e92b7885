-- CreateTable
CREATE TABLE "tags" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_folded" TEXT NOT NULL,
    "color" TEXT NOT NULL DEFAULT '#5C7CFA',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "_LinkToTag" (
    "A" INTEGER NOT NULL,
    "B" INTEGER NOT NULL,

    CONSTRAINT "_LinkToTag_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE INDEX "tags_user_id_id_idx" ON "tags"("user_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "tags_user_id_name_folded_key" ON "tags"("user_id", "name_folded");

-- CreateIndex
CREATE INDEX "_LinkToTag_B_index" ON "_LinkToTag"("B");

-- AddForeignKey
ALTER TABLE "tags" ADD CONSTRAINT "tags_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_LinkToTag" ADD CONSTRAINT "_LinkToTag_A_fkey" FOREIGN KEY ("A") REFERENCES "links"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_LinkToTag" ADD CONSTRAINT "_LinkToTag_B_fkey" FOREIGN KEY ("B") REFERENCES "tags"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a search looks through has no accents any more, and the description and the campaign's name besides: the functions
-- that write it stand in prisma/sql/links.sql.
CREATE OR REPLACE FUNCTION folded(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(text) = length(text) THEN lower(text) ELSE
        replace(replace(replace(replace(translate(
            lower(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f]', '', 'g')),
            'øłđðħıŧŋςẞ', 'olddhitnσß'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
    END
$$;

-- The triggers that use it are replaced in this transaction.
DROP FUNCTION link_text(text, text, text);

-- Only those that change: a link without accent, description and campaign is searched as it was. A million that all change
-- take minutes, as each is put into the index anew; what edits or counts links waits for that long, and links redirect meanwhile.
UPDATE link_texts SET text = fresh.text FROM (
    SELECT links.id, folded(concat_ws(chr(10), alias, destination, title, nullif(description, ''), campaigns.name)) AS text
    FROM links LEFT JOIN campaigns ON campaigns.id = campaign_id
) AS fresh WHERE link_id = fresh.id AND link_texts.text <> fresh.text;

-- prisma/sql: 614599459a26f75d7623b2bc57d7aa799178bff967406f591f6aecb40ed5d9f3
