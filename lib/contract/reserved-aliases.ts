import { foldAlias } from "./alias";

// Separate from alias.ts, because browsers load that file with the link forms.

/** Files that browsers, phones and crawlers request by themselves. They are never links. */
const machineFiles = new Set(
  `ads.txt app-ads.txt apple-icon.png browserconfig.xml clientaccesspolicy.xml crossdomain.xml favicon.ico favicon.png
  favicon.svg humans.txt icon.png icon.svg llms.txt manifest.json manifest.webmanifest opensearch.xml robots.txt security.txt
  service-worker.js sitemap.xml site.webmanifest sw.js trust.txt`.split(/\s+/),
);

/** Files with several names. Next adds a hash to the name of a page's image. */
const machineFileNames =
  /^(?:apple-touch-icon[\w-]*\.png|(?:opengraph|twitter)-image[\w-]*\.png|sitemap[\w-]*\.xml(?:\.gz)?)$/i;

/** Returns whether the first part of a path is the name of such a file. */
export const isMachineFile = (first: string) => machineFiles.has(first.toLowerCase()) || machineFileNames.test(first);

/** Words that are, or may become, the first part of the service's own addresses. */
const reserved = new Set(
  `_next about abuse account admin api app assets avatar b bio billing blog dashboard docs embed favicon files
  forgot-password health help home images index legal link links login logout manifest me metrics new null oauth
  opensearch pages pricing privacy q qr r ready register report reset-password robots security settings share signin
  signout signup sitemap sms splash sso static stats status support team terms tls u undefined uploads user users verify
  webhook webhooks well-known www`.split(/\s+/),
);

/** Returns whether the first part of an alias is a reserved word or file. */
export function isReserved(alias: string): boolean {
  const end = alias.indexOf("/");
  const first = end === -1 ? alias : alias.slice(0, end);
  return reserved.has(foldAlias(first)) || (first.includes(".") && isMachineFile(first));
}
