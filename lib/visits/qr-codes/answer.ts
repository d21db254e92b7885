import { visitOf } from "@/lib/clicks/classify/visit";
import type { Format } from "@/lib/drawing/look";
import { blockedIn, blockedReason } from "@/lib/platform/network/blocklist";
import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { linksIn } from "@/lib/resources/qr-codes/payload";
import { type Answer, type MaybeAnswer, redirectTo, textAnswer } from "@/lib/visits/core/answer";
import { pathWithoutTail } from "@/lib/visits/core/path";
import type { VisitRequest } from "@/lib/visits/core/request";
import { contactAnswer } from "@/lib/visits/pages/contact";
import { disabledPage, missing } from "@/lib/visits/pages/notices";
import { visitorWords } from "@/lib/visits/pages/words";
import { qrCodeCache } from "./cache";
import { contentPage } from "./pages";

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
  if (await blockedIn(linksIn(content))) return disabledPage(blockedReason, domain, request);
  // Saving the contact belongs to the scan that showed it and is not counted again.
  if (file && content.type === "vcard") return contactAnswer(content.data);
  // A Wi-Fi code contains its network in the image. Someone who requests the password here has not seen the image.
  if (file || content.type === "wifi") return missing(domain, request);
  const click = { visit: visitOf(request, request.address), subjects: { qrCodeId: qrCode.id } };
  if (content.type === "link") return redirectTo(new URL(content.data).href, 302, click);
  return { ...contentPage(qrCode.code, content, visitorWords(request)), click };
}
