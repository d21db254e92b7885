import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, textAnswer } from "./answer";
import type { VisitRequest } from "./request";

/** The addresses where phones ask which apps may open a domain's links. */
const address = /^\/\.well-known\/(apple-app-site-association|assetlinks\.json)(?:\?|$)/;

export const isAppLinks = (url: string) => address.test(url);

/**
 * Returns the answer at the address of a domain's apps; null elsewhere. The answer is never a redirect, because iOS and
 * Android do not follow redirects here.
 */
export function answerAppLinks({ url, method }: VisitRequest, { appLinks }: DomainSnapshot): Answer | null {
  const file = address.exec(url)?.[1];
  if (file === undefined) return null;
  if (method !== "GET" && method !== "HEAD")
    return textAnswer(405, "This address supports only GET.", ["Allow", "GET, HEAD"]);
  const { apple = [], android = [] } = appLinks ?? {};
  if (file === "assetlinks.json") return android.length > 0 ? jsonFile(android.map(statement)) : nothing;
  return apple.length > 0 ? jsonFile({ applinks: { details: [{ appIDs: apple, components }] } }) : nothing;
}

const nothing = textAnswer(404, "No app opens this domain's links.");

/** Apple's servers ask about once a day, and phones when an app is installed. Caching would delay changes further. */
const jsonFile = (content: object): Answer => ({
  status: 200,
  headers: [
    ...["Content-Type", "application/json"],
    ...["Cache-Control", "public, max-age=300"],
    ...["X-Content-Type-Options", "nosniff"],
  ],
  body: JSON.stringify(content),
});

/**
 * Matches links only: the first matching component decides, and `*` also matches slashes. Apps cannot show the pages
 * about links (`/alias+`), nor bio pages, QR codes, rotators and lists, whose paths have two parts.
 */
const components = [{ "/": "*+", exclude: true }, { "/": "/*/*", exclude: true }, { "/": "/?*" }];

/** An Android app declares the paths that it opens by itself. */
const statement = ({ package: name, fingerprints }: { package: string; fingerprints: string[] }) => ({
  relation: ["delegate_permission/common.handle_all_urls"],
  target: { namespace: "android_app", package_name: name, sha256_cert_fingerprints: fingerprints },
});
