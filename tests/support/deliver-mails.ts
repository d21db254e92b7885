/** Makes the attempts that the job of mails would make now, in the process and database of the test. */
export async function deliverMails(): Promise<string[]> {
  const { sendDueMails } = await import("@/lib/platform/mail/mail-queue");
  const results: string[] = [];
  await sendDueMails(new AbortController().signal, (result) => results.push(result));
  return results;
}

/** Makes as many mails wait as may, so that no further one is taken, until `deleteMails`. */
export async function fillMails(): Promise<void> {
  const { pool } = await import("@/lib/platform/database/pool");
  const { MOST_MAILS } = await import("@/lib/platform/mail/mail-queue");
  await pool.query(
    `INSERT INTO mails (message, expires_at, next_at) SELECT 'x', now() + interval '1 day', now() + interval '1 day'
     FROM generate_series(1, $1::int)`,
    [MOST_MAILS],
  );
}

export async function deleteMails(): Promise<void> {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.query("DELETE FROM mails");
}
