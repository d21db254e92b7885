import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { knownApp } from "@/lib/resources/links/known-apps";
import type { LinkForm } from "./link-form";

/** Shows which app the typed destination opens in, if any. */
export function KnownApp({ form }: { form: LinkForm }) {
  const t = useTranslations("links.rules");
  return <Text role="status">{wordsOf(form, t)}</Text>;
}

function wordsOf({ type, url }: LinkForm, t: ReturnType<typeof useTranslations<"links.rules">>): string {
  if (type !== "direct") return t("autoNotDirect");
  const app = knownApp(url);
  if (!app) return t("autoUnknown");
  if (app.apple && app.android) return t("autoKnown", { app: app.name });
  return t("autoKnownOn", { app: app.name, system: app.apple ? "iOS" : "Android" });
}
