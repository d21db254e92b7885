import { Anchor, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Geography } from "@/lib/clicks/classify/geography";

const addresses = { dbip: "https://db-ip.com", geolite: "https://www.maxmind.com" };

/** The attribution that the licenses of the location data require, and why cities are missing. */
export function GeographyNote({ hasCities, sources }: Geography) {
  const t = useTranslations("clicks.geography");
  if (hasCities && sources.length === 0) return null;
  return (
    <Text component="footer" size="sm" c="dimmed">
      {!hasCities && t("none")}
      {sources.map((source) => (
        <span key={source}>
          {" "}
          {t.rich(source, {
            a: (chunks) => (
              <Anchor href={addresses[source]} rel="noreferrer" target="_blank" underline="always">
                {chunks}
              </Anchor>
            ),
          })}
        </span>
      ))}
    </Text>
  );
}
