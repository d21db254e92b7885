import { NativeSelect } from "@mantine/core";
import { useTranslations } from "next-intl";
import { UrlInput } from "@/components/ui/plain-inputs";
import { Rows } from "@/components/ui/rows";
import type { Fields } from "@/components/ui/use-editor";
import { networkNames } from "@/lib/resources/bio-pages/network-names";
import type { BlockForm } from "./bio-form";

const networks = Object.entries(networkNames).map(([value, label]) => ({ value, label }));

/** The networks of a row of social icons. */
export function SocialFields({ fields: { form, errors, set } }: { fields: Fields<BlockForm> }) {
  const t = useTranslations("bio.blocks.social");
  return (
    <Rows
      legend={t("legend")}
      description={t("about")}
      add={t("add")}
      remove={(position) => t("remove", { position })}
      rows={form.icons}
      empty={{ network: "instagram", url: "" }}
      error={errors.icons}
      onChange={(icons) => set("icons", icons)}
    >
      {(icon, change, index) => (
        <>
          <NativeSelect
            aria-label={t("network", { position: index + 1 })}
            data={networks}
            value={icon.network}
            error={errors[`icons.${index}.network`]}
            onChange={(event) => change({ network: event.currentTarget.value })}
          />
          <UrlInput
            aria-label={t("url", { position: index + 1 })}
            placeholder="https://example.com/me"
            value={icon.url}
            error={errors[`icons.${index}.url`]}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        </>
      )}
    </Rows>
  );
}
