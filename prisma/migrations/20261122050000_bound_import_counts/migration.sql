-- As for the other columns of JSON (20261122040000_bound_json).
CREATE TRIGGER "imports_counts_size" BEFORE INSERT OR UPDATE OF "counts" ON "imports"
    FOR EACH ROW WHEN (octet_length(NEW."counts"::text) > 2048) EXECUTE FUNCTION refuse_large_json('imports.counts', '2048');
