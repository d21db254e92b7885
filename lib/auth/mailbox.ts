import { foldEmail } from "@/lib/contract/email";

/**
 * The mailbox of an address, as far as the address shows it: `ann+shop@example.com` is `ann@example.com`, and Google
 * ignores dots. Use it to count, not to send mail.
 */
export function mailboxOf(email: string): string {
  const folded = foldEmail(email);
  const at = folded.lastIndexOf("@");
  const [name = ""] = folded.slice(0, at).split("+");
  const host = folded.slice(at + 1);
  return host === "gmail.com" || host === "googlemail.com"
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${host}`;
}
