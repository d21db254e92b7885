import { describeVisit } from "@/lib/clicks/classify/visit";
import { type Html, html } from "@/lib/contract/html";
import { dialedNumber } from "@/lib/contract/phone-numbers";
import type { Format } from "@/lib/drawing/look";
import { blockedReason, findBlocked } from "@/lib/platform/network/blocklist";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import type { QrData } from "@/lib/resources/qr-codes/data";
import { findQrLinks, type QrContent } from "@/lib/resources/qr-codes/payload";
import { type Answer, type MaybeAnswer, redirectTo, textAnswer } from "@/lib/visits/core/answer";
import { pathWithoutTail } from "@/lib/visits/core/path";
import type { VisitRequest } from "@/lib/visits/core/request";
import { contactAnswer, contactName, hasAddress } from "@/lib/visits/core/vcard";
import { disabledPage, missing } from "@/lib/visits/pages/notices";
import { page } from "@/lib/visits/pages/page";
import { type VisitorWords, visitorWords } from "@/lib/visits/pages/words";
import { qrCodeCache } from "./cache";

/** `/q/<code>`, `/q/<code>.vcf`, and `/qr/<code>` with or without one of the image formats. */
const address = /^\/(?:q\/([2-9a-z]{7})(\.vcf)?|qr\/([2-9a-z]{7})(?:\.(png|svg|pdf))?)$/;

/** Answers a scan of a QR code (`/q/…`), or returns its image (`/qr/…`); null for other requests. */
export function answerScan(request: VisitRequest, domain: DomainSnapshot): MaybeAnswer {
  const [path = "", query = ""] = request.url.split("?", 2);
  if (!/^\/qr?\//.test(path)) return null;
  if (request.method !== "GET" && request.method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  return answerAt(path, new URLSearchParams(query), request, domain);
}

async function answerAt(
  path: string,
  query: URLSearchParams,
  request: VisitRequest,
  domain: DomainSnapshot,
): Promise<Answer> {
  const [, scanned, file, shown, format = "png"] = address.exec(pathWithoutTail(path)) ?? [];
  const code = scanned ?? shown;
  const qrCode = code ? await qrCodeCache().find(code, request) : null;
  if (!qrCode) return missing(domain, request);
  // The code that draws images is large, and redirects do not need it.
  if (shown) {
    const { drawableOf, pictureAnswer } = await import("./picture");
    return pictureAnswer(request, drawableOf(qrCode), format as Format, query.get("size"));
  }
  const { content } = qrCode;
  if (await findBlocked(findQrLinks(content))) return disabledPage(blockedReason, domain, request);
  // Saving the contact belongs to the scan that showed it and is not counted again.
  if (file && content.type === "vcard") return contactAnswer(content.data);
  // A Wi-Fi code contains its network in the image. Someone who requests the password here has not seen the image.
  if (file || content.type === "wifi") return missing(domain, request);
  const click = { visit: describeVisit(request, request.address), subjects: { qrCodeId: qrCode.id } };
  if (content.type === "link") return redirectTo(new URL(content.data).href, 302, click);
  return { ...contentPage(qrCode.code, content, visitorWords(request)), click };
}

/** Draws the page that a scan shows, for a code whose content is not a link and not in the image. */
export function contentPage(
  code: string,
  content: Exclude<QrContent, { type: "link" | "wifi" }>,
  words: VisitorWords,
): Answer {
  const { t, locale } = words;
  switch (content.type) {
    case "text":
      return page({
        language: locale,
        title: t("scan.text"),
        body: html`<h1>${t("scan.text")}</h1>${text(content.data)}`,
      });
    case "phone":
      return openProgramPage(words, content.data, phoneUrl(content.data), "call");
    case "email":
      return emailPage(words, content.data);
    case "sms":
      return smsPage(words, content.data);
    case "vcard":
      return contactPage(words, code, content.data);
  }
}

/** Draws a page with a button that opens another program of the phone. */
const openProgramPage = (
  { t, locale }: VisitorWords,
  title: string,
  url: string,
  to: "call" | "mail" | "message",
  more?: Html,
) => page({ language: locale, title, body: html`<h1>${title}</h1>${more}${action(url, t(`scan.${to}`))}` });

function emailPage(words: VisitorWords, { email, subject, body }: QrData["email"]): Answer {
  const preview = html`${subject && html`<p><strong>${subject}</strong></p>`}${body && text(body)}`;
  return openProgramPage(words, email, mailUrl(email, { subject, body }), "mail", preview);
}

function smsPage(words: VisitorWords, { phone, message }: QrData["sms"]): Answer {
  const url = `sms:${dialedNumber(phone)}${queryOf({ body: message })}`;
  return openProgramPage(words, phone, url, "message", message ? text(message) : undefined);
}

function contactPage({ t, locale }: VisitorWords, code: string, contact: QrData["vcard"]): Answer {
  const { fname, lname, org, title, phone, cell, fax, email, site, street, city, state, zip, country } = contact;
  const name = contactName(contact);
  const work = [title, fname || lname ? org : undefined].filter(Boolean).join(", ");
  const place = [street, [zip, city].filter(Boolean).join(" "), state, country].filter(Boolean).join("\n");
  const rows = [
    phone && row(t("contact.phone"), anchor(phoneUrl(phone), phone)),
    cell && row(t("contact.mobile"), anchor(phoneUrl(cell), cell)),
    fax && row(t("contact.fax"), fax),
    email && row(t("contact.email"), anchor(mailUrl(email), email)),
    site && row(t("contact.website"), anchor(site, site)),
    hasAddress(contact) && row(t("contact.address"), html`<span class="text">${place}</span>`),
  ].filter(Boolean);
  const body = html`
    <h1>${name}</h1>
    ${work && html`<p>${work}</p>`}
    ${rows.length > 0 && html`<dl>${rows}</dl>`}
    ${action(`/q/${code}.vcf`, t("contact.save"))}`;
  return page({ language: locale, title: name, body });
}

const text = (words: string) => html`<p class="text">${words}</p>`;
const row = (term: string, value: Html | string) => html`<dt>${term}</dt><dd>${value}</dd>`;
const anchor = (url: string, words: string) => html`<a href="${url}">${words}</a>`;
const action = (url: string, words: string) => html`<a class="action" href="${url}">${words}</a>`;

const phoneUrl = (phone: string) => `tel:${dialedNumber(phone)}`;
const mailUrl = (address: string, fields: Record<string, string | undefined> = {}) =>
  `mailto:${encodeURIComponent(address).replace("%40", "@")}${queryOf(fields)}`;

/** Mail and message programs do not accept `+` for a space. */
function queryOf(fields: Record<string, string | undefined>): string {
  const sent = Object.entries(fields).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value.replace(/\r\n?|\n/g, "\r\n"))}`] : [],
  );
  return sent.length > 0 ? `?${sent.join("&")}` : "";
}
