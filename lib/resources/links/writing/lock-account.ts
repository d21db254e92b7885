/** Returns the statement that locks an account, so that its limits are exact. */
export const lockOfAccount = (userId: number) => ({
  name: "lock of an account",
  text: "SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE",
  values: [userId],
});
