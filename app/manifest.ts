import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const t = await getTranslations("ui");
  return {
    name: "Signpost",
    short_name: "Signpost",
    description: t("siteDescription"),
    start_url: "/dashboard",
    display: "standalone",
    background_color: "#f5f8f7",
    theme_color: "#0f6f66",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/apple-icon.png", sizes: "180x180", type: "image/png" },
    ],
  };
}
