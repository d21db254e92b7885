DROP FUNCTION IF EXISTS deliver_webhook_unless_due(int, timestamptz, timestamptz);

-- prisma/sql: 882e78b8c4c9785a7dcbb63d1207f751a0ca16b6b76490ef07cffdc008549a5c
