import { Button, Divider, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Provider } from "@/lib/auth/providers";
import { ProviderIcon } from "./provider-icon";

interface ProviderButtonsProps {
  providers: Pick<Provider, "id" | "name">[];
  next?: string;
}

/** Other ways to log in, if an administrator has configured any. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  const t = useTranslations("account.providers");
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      <Divider label={t("or")} />
      {providers.map(({ id, name }) => (
        // Not a form, because the page's policy does not let forms lead to another site.
        <Button
          key={id}
          component="a"
          href={`/login/with/${id}${next ? `?next=${encodeURIComponent(next)}` : ""}`}
          size="md"
          variant="default"
          leftSection={<ProviderIcon id={id} />}
        >
          {t("with", { provider: name })}
        </Button>
      ))}
    </Stack>
  );
}
