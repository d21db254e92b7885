/**
 * An SQL condition for rows of accounts that exist. The rows of a deleted account are erased in steps, which can take
 * minutes, and nobody may see them meanwhile. `column` is the column with the account's id.
 */
export const ofExistingAccount = (column: string) =>
  `NOT EXISTS (SELECT FROM account_deletions AS deletion WHERE deletion.user_id = ${column})`;
