import { Alert, Button, Divider, Stack } from "@mantine/core";
import { IconAlertCircle, IconBrandGithub, IconBrandGoogle, IconLogin2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReportedProblem } from "@/lib/auth/provider-problem";
import type { Provider } from "@/lib/auth/providers";

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
          variant="default"
          leftSection={<ProviderIcon id={id} />}
        >
          {t("with", { provider: name })}
        </Button>
      ))}
    </Stack>
  );
}

const icons = { google: IconBrandGoogle, github: IconBrandGithub, oidc: IconLogin2 };

export function ProviderIcon({ id }: { id: Provider["id"] }) {
  const Icon = icons[id];
  return <Icon size={18} aria-hidden="true" />;
}

/** Explains why a log-in with a provider failed. */
export function ProviderProblemNote({ problem }: { problem: ReportedProblem | null }) {
  const t = useTranslations("account");
  if (!problem) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />}>
      {t(`problems.${problem.problem}`, { provider: problem.provider })}
    </Alert>
  );
}
