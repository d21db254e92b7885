import type { InstanceSettings } from "@/generated/prisma/client";

/** The instance's settings in the editor. Empty text means that a value is not set. */
export const instanceForm = (settings: Omit<InstanceSettings, "logoImage">) => ({
  name: settings.name ?? "",
  logo: settings.logo ?? "",
  color: settings.color ?? "",
  headline: settings.headline ?? "",
  text: settings.text ?? "",
  landingpage: settings.landingPage,
  landingredirect: settings.landingRedirect ?? "",
  docspage: settings.docsPage,
  registerpage: settings.registerPage,
  blocklist: settings.blocklist,
});

export type InstanceForm = ReturnType<typeof instanceForm>;
