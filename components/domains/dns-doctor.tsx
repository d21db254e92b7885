import { Alert, Code, Group, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ProofRecord } from "@/lib/resources/domains/proof";
import type { DnsReport } from "@/lib/resources/domains/verify";
import { CheckAgain } from "./check-again";
import { DomainBadge, type DomainState } from "./domain-badge";
import classes from "./domains.module.css";
import { Proof } from "./proof";

interface DnsDoctorProps {
  domain: DomainState & { host: string };
  /** false if this service accepts domains without a DNS check */
  isChecked: boolean;
  /** `problem` is in the language of the page */
  report: Omit<DnsReport, "problem"> & { problem: string | null };
  /** the record that proves ownership; null if no other account wants the domain */
  proof: ProofRecord | null;
  /** the time of rendering on the server */
  now: Date;
}

/** Shows the DNS records that were found next to the expected ones. */
export function DnsDoctor({ domain, isChecked, report, proof, now }: DnsDoctorProps) {
  const t = useTranslations("domains.dns");
  const { host, status, failingSince } = domain;
  const { found, expected, problem, proofs } = report;
  return (
    <Stack>
      <Alert
        variant="light"
        color={problem ? "orange" : "pine"}
        icon={problem ? <IconAlertTriangle size={19} /> : <IconCircleCheck size={19} />}
        styles={{ message: { color: "var(--mantine-color-text)", overflowWrap: "anywhere" } }}
      >
        {problem ?? t("arrives", { host })}
        {failingSince && (
          <Text size="sm" mt={6}>
            {t.rich(status === "suspended" ? "suspended" : "failing", {
              since: () => <RelativeTime date={failingSince} now={now} />,
            })}
          </Text>
        )}
      </Alert>
      <div className={classes.compared}>
        <Records title={t("found")} host={host} records={found} none={t(found ? "nothing" : "noAnswer")} />
        <Records title={t("expected")} host={host} records={expected} either={t("or")} none={t("nothing")} />
      </div>
      {!isChecked && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconInfoCircle size={18} style={{ flex: "none" }} />
          <Text size="sm" c="dimmed">
            {t("off")}
          </Text>
        </Group>
      )}
      {isChecked && proof && <Proof record={proof} found={proofs} isHeld={status !== "pending"} />}
      <Group justify="space-between">
        <DomainBadge domain={domain} />
        <CheckAgain />
      </Group>
    </Stack>
  );
}

interface RecordsProps {
  title: string;
  host: string;
  records: DnsReport["found"];
  /** shown between the CNAME and the addresses if one of them is enough */
  either?: string;
  none: string;
}

function Records({ title, host, records, either, none }: RecordsProps) {
  const { names, addresses } = records ?? { names: [], addresses: [] };
  const owners = [host, ...names];
  return (
    <div>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      <Stack gap={6}>
        {names.map((name, index) => (
          <Code key={name}>{`${owners[index]} CNAME ${name}`}</Code>
        ))}
        {either && names.length > 0 && addresses.length > 0 && (
          <Text size="sm" c="dimmed">
            {either}
          </Text>
        )}
        {addresses.map((address) => (
          <Code key={address}>
            {`${either ? host : owners.at(-1)} ${address.includes(":") ? "AAAA" : "A"} ${address}`}
          </Code>
        ))}
        {names.length + addresses.length === 0 && (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        )}
      </Stack>
    </div>
  );
}
