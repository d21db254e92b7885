-- prisma/sql has this function under another name. Only the statements that create the triggers of the audit log call it,
-- so a version that already runs does not need it.
DROP FUNCTION IF EXISTS audit_told(text, text[], text);

-- prisma/sql: 5a864e3eab3bd1b9592f4831b64eff4443fd6f5732083a57a798a028b1db7016
