import { type NextRequest, NextResponse } from "next/server";
import { isStrict, STRICT_TRANSPORT, strictTransport } from "@/lib/http/strict-transport";
import { normalTarget } from "@/lib/platform/network/request-target";
import { isDevelopment } from "@/lib/platform/raw-env";
import { handleHost } from "@/lib/visits/web";
import { isVisitPath } from "./lib/visits/core/path";

/**
 * Runs before every page. Sets a strict content security policy with a fresh nonce, which Next puts on its own scripts,
 * and passes on the page's path, so that people can return to it after they log in.
 */
export async function proxy(request: NextRequest) {
  const pathname = normalTarget(request.nextUrl.pathname);
  // The pages for visitors set their own policy.
  if (isVisitPath(pathname)) return NextResponse.next();
  const foreign = await handleHost(request);
  if (foreign) return foreign;
  // Like server.ts, accepts the API's addresses in any letter case and spelling.
  const folded = pathname.toLowerCase();
  if (folded.startsWith("/api/") && request.nextUrl.pathname !== folded) {
    return NextResponse.rewrite(new URL(folded + request.nextUrl.search, request.nextUrl));
  }
  // Images and the previews in editors set their own policy, too.
  if (/^\/(api(\/|$)|(avatar|images|uploads)\/|dashboard\/\w+\/preview$)/.test(pathname)) return NextResponse.next();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  // React uses eval to explain errors, but only in development.
  const evaluation = isDevelopment ? " 'unsafe-eval'" : "";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluation}`,
    // The UI kit sets style attributes, which a nonce cannot allow.
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
  // Pages and windows of other sites share neither a process nor a reference with these pages.
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  if (pathname.startsWith("/dashboard")) response.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  // Addresses of pages contain secrets (reset links) and other people's links, so other sites must not see them.
  response.headers.set("Referrer-Policy", "same-origin");
  if (isStrict(request.headers.get("host") ?? undefined)) response.headers.set(STRICT_TRANSPORT, strictTransport);
  return response;
}

// Next buffers the body of each request that passes here, and at most 10 MB of it. Uploads bypass the proxy.
export const config = { matcher: "/((?!_next/|dashboard/import/upload|icon.svg).*)" };
