import type { QrData } from "@/lib/qr-codes/data";
import type { QrContent } from "@/lib/qr-codes/payload";
import { escapeHtml, page } from "@/lib/redirects/pages";
import { hasAddress, nameOf } from "./vcard";

const style = `<style>h1{overflow-wrap:anywhere}.text{white-space:pre-wrap;overflow-wrap:anywhere;color:var(--fg)}
dl{margin:16px 0 0;display:grid;gap:8px}dt{font-size:.85rem;color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}a{color:var(--accent)}
.action{display:block;margin-top:24px;padding:10px 16px;border-radius:8px;background:var(--accent);color:var(--on);font-weight:600;text-align:center;text-decoration:none}</style>`;

/** What a scan shows of a code that is neither a link nor in the picture itself. */
export function contentPage(code: string, content: Exclude<QrContent, { type: "link" | "wifi" }>): string {
  switch (content.type) {
    case "text":
      return page("Text", text(content.data), style);
    case "phone":
      return page(content.data, heading(content.data) + action(phoneUrl(content.data), "Call"), style);
    case "email":
      return emailPage(content.data);
    case "sms":
      return smsPage(content.data);
    case "vcard":
      return contactPage(code, content.data);
  }
}

function emailPage({ email, subject, body }: QrData["email"]): string {
  const url = mailUrl(email, { subject, body });
  const preview = (subject ? `<p>${escapeHtml(subject)}</p>` : "") + (body ? text(body) : "");
  return page(email, heading(email) + preview + action(url, "Write an e-mail"), style);
}

function smsPage({ phone, message }: QrData["sms"]): string {
  const url = `sms:${digitsOf(phone)}${queryOf({ body: message })}`;
  return page(phone, heading(phone) + (message ? text(message) : "") + action(url, "Write a message"), style);
}

function contactPage(code: string, contact: QrData["vcard"]): string {
  const { fname, lname, org, title, phone, cell, fax, email, site, street, city, state, zip, country } = contact;
  const name = nameOf(contact);
  const work = [title, fname || lname ? org : undefined].filter(Boolean).join(", ");
  const place = [street, [zip, city].filter(Boolean).join(" "), state, country].filter(Boolean).join("\n");
  const rows = [
    phone && row("Phone", anchor(phoneUrl(phone), phone)),
    cell && row("Mobile", anchor(phoneUrl(cell), cell)),
    fax && row("Fax", escapeHtml(fax)),
    email && row("E-mail", anchor(mailUrl(email), email)),
    site && row("Website", anchor(site, site)),
    hasAddress(contact) && row("Address", `<span class="text">${escapeHtml(place)}</span>`),
  ];
  const list = rows.some(Boolean) ? `<dl>${rows.filter(Boolean).join("")}</dl>` : "";
  const subtitle = work ? `<p>${escapeHtml(work)}</p>` : "";
  return page(name, heading(name) + subtitle + list + action(`/q/${code}.vcf`, "Save contact"), style);
}

const heading = (words: string) => `<h1>${escapeHtml(words)}</h1>`;
const text = (words: string) => `<p class="text">${escapeHtml(words)}</p>`;
const row = (term: string, html: string) => `<dt>${term}</dt><dd>${html}</dd>`;
const anchor = (url: string, words: string) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`;
const action = (url: string, words: string) => `<a class="action" href="${escapeHtml(url)}">${words}</a>`;

const digitsOf = (phone: string) => phone.replace(/[^\d+]/g, "");
const phoneUrl = (phone: string) => `tel:${digitsOf(phone)}`;
const mailUrl = (address: string, fields: Record<string, string | undefined> = {}) =>
  `mailto:${encodeURIComponent(address).replace("%40", "@")}${queryOf(fields)}`;

/** Mail and message programs take no `+` for a blank. */
function queryOf(fields: Record<string, string | undefined>): string {
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value.replace(/\r\n?|\n/g, "\r\n"))}`] : [],
  );
  return sent.length > 0 ? `?${sent.join("&")}` : "";
}
