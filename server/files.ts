import { openGeoData } from "@/lib/clicks/classify/geography";
import { openSpamHosts, spamHostsFile } from "@/lib/clicks/classify/spam-hosts";
import { StartError } from "@/lib/contract/errors";
import { env } from "@/lib/platform/env";
import { openFolder } from "@/lib/platform/files/data-folder";
import { openBlocklist } from "@/lib/platform/network/blocklist";

/**
 * Reads the files that the configuration names, and opens the folder of the backups, so that a wrong path is noticed
 * before the first click and the first backup.
 *
 * @throws StartError that names the variable
 */
export async function openFiles(): Promise<void> {
  if (env.BACKUP_TO?.startsWith("/")) openFolder("BACKUP_TO", env.BACKUP_TO);
  if (env.GEOIP_DB) await open("GEOIP_DB", env.GEOIP_DB, openGeoData);
  if (env.BLOCKLIST) await open("BLOCKLIST", env.BLOCKLIST, openBlocklist);
  // A list that is downloaded may not exist yet.
  if (spamHostsFile === env.REFERRER_SPAM_LIST && spamHostsFile)
    await open("REFERRER_SPAM_LIST", spamHostsFile, openSpamHosts);
}

async function open(variable: string, file: string, read: (file: string) => unknown): Promise<void> {
  try {
    await read(file);
  } catch (error) {
    throw new StartError(`${variable} ${file} cannot be read: ${(error as Error).message}`);
  }
}
