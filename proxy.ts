import { type NextRequest, NextResponse } from "next/server";
import { isStrict, STRICT_TRANSPORT, strictTransport } from "@/lib/http/strict-transport";
import { isDevelopment } from "@/lib/platform/raw-env";
import { handleHost } from "@/lib/visits/web";
import { isVisitPath } from "./lib/visits/core/path";

/**
 * Runs before every page: a strict content security policy with a fresh nonce, which Next puts on its own scripts, and
 * the page's path for whoever has to be sent to log in first.
 */
export async function proxy(request: NextRequest) {
  const { pathname } = request.nextUrl;
  // What visitors meet says for itself what it allows.
  if (isVisitPath(pathname)) return NextResponse.next();
  const foreign = await handleHost(request);
  if (foreign) return foreign;
  // As server.ts has it: the API in whatever case it is called.
  if (/^\/api\//i.test(pathname) && pathname !== pathname.toLowerCase()) {
    return NextResponse.rewrite(new URL(pathname.toLowerCase() + request.nextUrl.search, request.nextUrl));
  }
  // So do pictures, and the previews of such pages in their editors.
  if (/^\/(api(\/|$)|(avatar|images|uploads)\/|dashboard\/\w+\/preview$)/.test(pathname)) return NextResponse.next();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  // React explains errors by means of eval in development, and only there.
  const evaluation = isDevelopment ? " 'unsafe-eval'" : "";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    // The UI kit sets style attributes, which no nonce can allow.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  // No window that another site opened, and no page of another site, shares a process or a reference with these.
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (pathname.startsWith("/dashboard")) response.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  // Addresses of pages hold secrets (reset links) and other people's links: no other site learns them.
  response.headers.set("Referrer-Policy", "same-origin");
  if (isStrict(request.headers.get("host") ?? undefined)) response.headers.set(STRICT_TRANSPORT, strictTransport);
  return response;
}

// Of a request that passes here Next keeps the whole body, and no more than 10 MB of it: files go around.
export const config = { matcher: "/((?!_next/|dashboard/import/upload|icon.svg).*)" };
