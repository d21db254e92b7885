-- Versions before 0.2.0 read their one-time tokens here. They do not run on this database.
DROP VIEW IF EXISTS "sso_tokens", "password_resets", "email_links";

-- prisma/sql: efae806ad53d0296fc75bfc76ef14768d9442f1328c8600e414686e01e25b2c9
