import type { DomainSnapshot } from "@/lib/resources/domains/resolve";
import { type Answer, textAnswer } from "./answer";
import type { VisitRequest } from "./request";

/** Where the systems of phones ask which apps may open a domain's links. */
const address = /^\/\.well-known\/(apple-app-site-association|assetlinks\.json)(?:\?|$)/;

export const isAppLinks = (url: string) => address.test(url);

/** The answer at an address of a domain's apps; null elsewhere. It is never a redirect, which neither system follows. */
export function answerAppLinks({ url, method }: VisitRequest, { appLinks }: DomainSnapshot): Answer | null {
  const file = address.exec(url)?.[1];
  if (file === undefined) return null;
  if (method !== "GET" && method !== "HEAD")
    return textAnswer(405, "This address answers GET alone.", ["Allow", "GET, HEAD"]);
  const { apple = [], android = [] } = appLinks ?? {};
  if (file === "assetlinks.json") return android.length > 0 ? jsonFile(android.map(statement)) : nothing;
  return apple.length > 0 ? jsonFile({ applinks: { details: [{ appIDs: apple, components }] } }) : nothing;
}

const nothing = textAnswer(404, "No app opens this domain's links.");

/** Apple's servers ask about once a day, phones when an app is installed: a change should not wait for our headers besides. */
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
 * Links and nothing else: the first that fits decides, and `*` stands for slashes too. Apps have nothing to show for the pages
 * about links (`/alias+`), nor for bio pages, QR codes, rotators and lists, which have two parts.
 */
const components = [{ "/": "*+", exclude: true }, { "/": "/*/*", exclude: true }, { "/": "/?*" }];

/** Android has an app say for itself which paths it opens. */
const statement = ({ package: name, fingerprints }: { package: string; fingerprints: string[] }) => ({
  relation: ["delegate_permission/common.handle_all_urls"],
  target: { namespace: "android_app", package_name: name, sha256_cert_fingerprints: fingerprints },
});
