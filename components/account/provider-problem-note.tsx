import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReportedProblem } from "@/lib/auth/provider-problem";

/** Explains why a log-in with a provider failed. */
export function ProviderProblemNote({ problem }: { problem: ReportedProblem | null }) {
  const t = useTranslations("account");
  if (!problem) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={19} />}>
      {t(`problems.${problem.problem}`, { provider: problem.provider })}
    </Alert>
  );
}
