import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconFlask } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { TextLink } from "@/components/ui/link";

/** Warns if no SMS account is connected or messages go to the sandbox. */
export function CarrierNote({ carrier }: { carrier: "account" | "sandbox" | null }) {
  const t = useTranslations("sms.carrier");
  if (carrier === "account") return null;
  return (
    <Alert
      variant="light"
      color={carrier ? "gray" : "orange"}
      icon={carrier ? <IconFlask size={19} /> : <IconAlertTriangle size={19} />}
      title={t(carrier ? "sandboxTitle" : "noneTitle")}
      styles={{ message: { color: "var(--mantine-color-text)" }, title: { color: "var(--mantine-color-bright)" } }}
    >
      {t.rich(carrier ? "sandbox" : "none", {
        settings: (words) => <TextLink href="/dashboard/settings/sms">{words}</TextLink>,
      })}
    </Alert>
  );
}
