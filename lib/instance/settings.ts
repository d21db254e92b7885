import type { InstanceSettings } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { refusedField } from "@/lib/contract/errors";
import type { Versions } from "@/lib/contract/version";
import { announce } from "@/lib/platform/database/changes";
import { atVersion, db } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/log/log";
import { assertNotBlocked } from "@/lib/platform/network/blocklist";
import { misreadLine } from "@/lib/platform/network/host-list";
import { isHostOfInstance } from "@/lib/resources/domains/instance-links";
import { sweepLinks } from "@/lib/resources/links/destinations/blocked";
import { pathOfUpload, uploadCode } from "@/lib/resources/uploads/code";
import { findOwnedImage } from "@/lib/resources/uploads/service";
import type { UpdateInstanceSettings } from "./settings-schema";

/** The only row, which a migration creates. */
const id = 1;

export async function getInstanceSettings(actor: Actor): Promise<Omit<InstanceSettings, "logoImage">> {
  requireAdmin(actor);
  return db.instanceSettings.findUniqueOrThrow({ where: { id }, omit: { logoImage: true } });
}

/** Changes the fields that are sent. All processes and instances show them from then on. */
export async function updateInstanceSettings(
  actor: Actor,
  { logo, landingpage, landingredirect, docspage, registerpage, blocklist, ...look }: UpdateInstanceSettings,
  versions?: Versions,
): Promise<void> {
  const present = await getInstanceSettings(actor);
  await assertRedirect(landingredirect);
  assertReadable(blocklist);
  const pages = {
    ...{ landingPage: landingpage, landingRedirect: landingredirect },
    ...{ docsPage: docspage, registerPage: registerpage },
  };
  const data = { ...look, ...pages, blocklist, ...(await logoColumns(actor, logo, present.logo)) };
  await atVersion(db, "instance_settings", { id, versions }, (tx) =>
    tx.instanceSettings.update({ where: { id }, data, select: { id: true } }),
  );
  announce("instance_changed");
  // Links that were made before are disabled now. If this process ends, the regular task does it.
  if (blocklist && blocklist !== present.blocklist)
    void sweepLinks().catch((error) => log.warn({ error: String(error) }, "the blocklist is applied later"));
}

function assertReadable(blocklist = ""): void {
  const misread = misreadLine(blocklist);
  if (misread) throw refusedField("blocklist", "blocklist_line", misread);
}

/** Refuses blocked addresses and those of this service, which would redirect in a loop. */
async function assertRedirect(address: string | null | undefined): Promise<void> {
  if (!address) return;
  await assertNotBlocked([["landingredirect", address]]);
  if (await isHostOfInstance(new URL(address).host)) throw refusedField("landingredirect", "url_is_own_link");
}

/** Copies the administrator's upload: the instance keeps its logo when their account is deleted. */
async function logoColumns(actor: Actor, logo: string | null | undefined, present: string | null) {
  if (logo === undefined) return {};
  if (logo === null) return { logo, logoImage: null };
  const code = uploadCode(logo);
  if (!code) throw refusedField("logo", "logo_not_uploaded");
  const path = pathOfUpload(code);
  if (path === present) return {};
  const image = await findOwnedImage(actor, code);
  if (!image) throw refusedField("logo", "upload_not_yours");
  return { logo: path, logoImage: new Uint8Array(image) };
}
