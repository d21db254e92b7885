/**
 * The mailbox behind an address, as far as addresses tell: `ann+shop@example.com` is `ann@example.com`, and Google reads
 * past dots. To be counted by, not to write to.
 */
export function mailboxOf(email: string): string {
  const folded = email.trim().toLowerCase();
  const at = folded.lastIndexOf("@");
  const [name = ""] = folded.slice(0, at).split("+");
  const host = folded.slice(at + 1);
  return host === "gmail.com" || host === "googlemail.com"
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${host}`;
}
