import { rename, writeFile } from "node:fs/promises";
import { guardedFetch } from "@/lib/platform/network/guarded-fetch";
import { parseSpamHosts } from "./spam-hosts";

/** A response with fewer hosts is not a valid list. */
const FEWEST = 100;

/** Downloads a list of hosts into a file. If the response is not such a list, it throws and keeps the present file. */
export async function fetchSpamHosts(address: string, file: string): Promise<void> {
  const bytes = await guardedFetch(address);
  const hosts = parseSpamHosts(bytes.toString("utf8"));
  if (hosts.length < FEWEST) throw new Error(`${address} lists only ${hosts.length} hosts`);
  const incoming = `${file}.${process.pid}`;
  await writeFile(incoming, hosts.join("\n"));
  await rename(incoming, file);
}
