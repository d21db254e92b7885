-- CreateTable
CREATE TABLE "link_blocks" (
    "user_id" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "links" INTEGER NOT NULL,

    CONSTRAINT "link_blocks_pkey" PRIMARY KEY ("user_id","block")
);

-- CreateTable
CREATE TABLE "link_texts" (
    "link_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "link_texts_pkey" PRIMARY KEY ("link_id")
);

-- Trusted since Postgres 13: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE FUNCTION link_text(alias text, destination text, title text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT lower(alias || chr(10) || destination || chr(10) || title)
$$;

-- For each statement, not each link: an import writes thousands. In the order of the blocks, so that two cannot deadlock.
CREATE FUNCTION index_new_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO link_texts SELECT id, user_id, id >> 12, link_text(alias, destination, title) FROM changed;
    INSERT INTO link_blocks SELECT user_id, id >> 12, count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links;
    RETURN NULL;
END $$;

CREATE FUNCTION index_deleted_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_texts USING changed WHERE link_id = changed.id;
    INSERT INTO link_blocks SELECT user_id, id >> 12, -count(*) FROM changed GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links;
    DELETE FROM link_blocks USING (SELECT DISTINCT user_id, id >> 12 AS block FROM changed) AS emptied
        WHERE link_blocks.user_id = emptied.user_id AND link_blocks.block = emptied.block AND links = 0;
    RETURN NULL;
END $$;

CREATE FUNCTION index_edited_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE link_texts SET text = link_text(NEW.alias, NEW.destination, NEW.title) WHERE link_id = NEW.id;
    -- The same number, in a new version of the row.
    UPDATE link_blocks SET links = links WHERE user_id = NEW.user_id AND block = NEW.id >> 12;
    RETURN NULL;
END $$;

CREATE TRIGGER "index_new_links" AFTER INSERT ON "links"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_new_links();

CREATE TRIGGER "index_deleted_links" AFTER DELETE ON "links"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION index_deleted_links();

CREATE TRIGGER "index_edited_link" AFTER UPDATE OF "alias", "destination", "title" ON "links" FOR EACH ROW
    WHEN ((OLD.alias, OLD.destination, OLD.title) IS DISTINCT FROM (NEW.alias, NEW.destination, NEW.title))
    EXECUTE FUNCTION index_edited_link();

-- The links that are there. Between this and the triggers nobody can write: both are one transaction.
INSERT INTO link_texts SELECT id, user_id, id >> 12, link_text(alias, destination, title) FROM links;
INSERT INTO link_blocks SELECT user_id, id >> 12, count(*) FROM links GROUP BY 1, 2;

-- CreateIndex
CREATE INDEX "link_texts_user_id_block_idx" ON "link_texts"("user_id", "block");

-- CreateIndex
CREATE INDEX "link_texts_text_idx" ON "link_texts" USING GIN ("text" gin_trgm_ops);
