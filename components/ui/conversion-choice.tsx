import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { useTranslations } from "next-intl";

interface ConversionChoiceProps extends Omit<NativeSelectProps, "data" | "label"> {
  /** the name of the choice to use a setting from elsewhere */
  inherit: string;
}

/** The choice whether conversions are tracked. An empty value means the setting from elsewhere. */
export function ConversionChoice({ inherit, ...props }: ConversionChoiceProps) {
  const t = useTranslations("ui.conversions");
  return (
    <NativeSelect
      {...props}
      label={t("label")}
      data={[
        { value: "", label: inherit },
        { value: "true", label: t("on") },
        { value: "false", label: t("off") },
      ]}
    />
  );
}
