import { isAlias, linkCodeEnding } from "@/lib/contract/alias";
import { isReserved } from "@/lib/contract/reserved-aliases";
import { readRows } from "@/lib/platform/rows";
import { isReservedHost, normalHost } from "./host";

/** Whether a URL is a short link of this service, on any of its domains. Who asks often may remember the hosts. */
export async function isOwnLink(text: string, isOwn = isOwnHost): Promise<boolean> {
  const url = new URL(text);
  return looksShort(url) && (await isOwn(url.host));
}

/** Whether visits to `host` arrive at this service: by its own address or by a domain of its users. */
export async function isOwnHost(host: string): Promise<boolean> {
  const normal = normalHost(host) ?? host;
  // Only what is served: whoever merely asks for a host must not keep others from linking to it.
  const text = "SELECT id FROM domains WHERE host = ANY($1) AND status = 'active' LIMIT 1";
  // A domain is served at its `www.` as well.
  const hosts = [normal, normal.replace(/^www\./, "")];
  return isReservedHost(normal) || (await readRows(text, [hosts])).length > 0;
}

/** Whether a path of ours would redirect: a link, with or without what it forwards, a rotator or a QR code. */
function looksShort({ pathname }: URL): boolean {
  const parts = pathname.split("/").filter(Boolean);
  const first = decode(parts[0] ?? "");
  if (parts.length < 2) return first !== "" && !isReserved(first);
  if (isReserved(first)) return first === "r" || first === "q";
  return isAlias(first) && !linkCodeEnding.test(pathname);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
