import type { Answer } from "@/lib/visits/core/answer";
import { type Contact, contactFile } from "@/lib/visits/core/vcard";

/** A contact as a file that phones offer to save. */
export function contactAnswer(contact: Contact): Answer {
  const headers = [
    ...["Content-Type", "text/vcard; charset=utf-8"],
    ...["Content-Disposition", 'attachment; filename="contact.vcf"'],
    ...["Cache-Control", "no-store"],
    ...["X-Content-Type-Options", "nosniff"],
  ];
  return { status: 200, headers, body: contactFile(contact) };
}
