import type { IncomingMessage, ServerResponse } from "node:http";
import { journal } from "@/lib/clicks/journal";
import { visitOf } from "@/lib/clicks/visit";
import { clientAddress } from "@/lib/client-address";
import { log } from "@/lib/log";
import type { QrData } from "@/lib/qr-codes/data";
import type { Format } from "@/lib/qr-codes/picture";
import { sendPage, sendRedirect } from "@/lib/redirects/http";
import { missingPage, outagePage } from "@/lib/redirects/pages";
import { qrCodeCache } from "./cache";
import { contentPage } from "./pages";
import { sendPicture, sendText } from "./picture";
import { contactFile } from "./vcard";

/** `/q/<code>`, `/q/<code>.vcf`, and `/qr/<code>` with or without one of the picture's formats. */
const address = /^\/(?:q\/([2-9a-z]{7})(\.vcf)?|qr\/([2-9a-z]{7})(?:\.(png|svg|pdf))?)$/;

/** Answers a scan of a QR code (`/q/…`) and sends its picture (`/qr/…`). False where the request is for neither. */
export function handleScan(request: IncomingMessage, response: ServerResponse): boolean {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  if (!/^\/qr?\//.test(path)) return false;
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("Allow", "GET, HEAD");
    sendText(response, 405, "This address answers GET alone.");
    return true;
  }
  answer(request, response, path, new URLSearchParams(query)).catch((error: unknown) => {
    log.warn({ path, error: String(error) }, "a QR code could not be answered");
    if (response.headersSent) response.destroy();
    else sendPage(response, 503, outagePage);
  });
  return true;
}

async function answer(request: IncomingMessage, response: ServerResponse, path: string, query: URLSearchParams) {
  const [, scanned, file, shown, format = "png"] = address.exec(path) ?? [];
  const code = scanned ?? shown;
  const qrCode = code ? await qrCodeCache().find(code) : null;
  if (!qrCode) return sendPage(response, 404, missingPage);
  if (shown) return sendPicture(request, response, qrCode, format as Format, query.get("size"));
  const { content } = qrCode;
  if (file && content.type === "vcard") return sendContact(response, content.data);
  // A network is in the picture itself; who asks here for its password has not seen that.
  if (file || content.type === "wifi") return sendPage(response, 404, missingPage);
  const visit = visitOf(request, clientAddress(request));
  // Answered once the scan is in the journal. One that cannot be written complains itself; codes go on working.
  journal().record(visit, { qrCodeId: qrCode.id }, () => {
    if (content.type === "link") sendRedirect(response, 302, new URL(content.data).href);
    else sendPage(response, 200, contentPage(qrCode.code, content));
  });
}

/** Saving the contact belongs to the scan that showed it, and is not counted again. */
function sendContact(response: ServerResponse, contact: QrData["vcard"]): void {
  const file = contactFile(contact);
  response
    .writeHead(200, {
      "Content-Type": "text/vcard; charset=utf-8",
      "Content-Length": Buffer.byteLength(file),
      "Content-Disposition": 'attachment; filename="contact.vcf"',
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    })
    .end(file);
}
