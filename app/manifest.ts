import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";
import { pine, visitorColors } from "@/lib/contract/theme";
import { instanceSettings } from "@/lib/platform/cache/instance-settings";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations("ui");
  const { name, color } = await instanceSettings();
  return {
    name,
    short_name: name,
    description: t("siteDescription"),
    start_url: "/dashboard",
    display: "standalone",
    background_color: visitorColors.light.bg,
    theme_color: color ?? pine[7],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon.png", sizes: "180x180", type: "image/png" },
    ],
  };
}
