import { Code, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { Line } from "@/components/ui/line";
import classes from "./domains.module.css";

interface ProofProps {
  record: { name: string; value: string };
  /** the DNS records under that name; null if DNS did not answer */
  found: string[] | null;
  /** the domain belongs to this account, but others want it, too */
  isHeld: boolean;
}

/** Shows the record that proves ownership of a domain, and what was found instead. */
export function Proof({ record, found, isHeld }: ProofProps) {
  const t = useTranslations("domains.proof");
  const there = found?.includes(record.value);
  return (
    <div>
      <Title order={3} size="h4" mb={4}>
        {t("title")}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t(isHeld ? "held" : "wanted")}
      </Text>
      <ProofRecord record={record} />
      <Text mt="sm" mb={6}>
        {t(there ? "there" : "missing")}
      </Text>
      {!there && (
        <Stack gap={6} className={classes.records}>
          {found?.slice(0, 5).map((text) => (
            <Code key={text}>{text.slice(0, 200)}</Code>
          ))}
          {!found?.length && (
            <Text size="sm" c="dimmed">
              {t(found ? "nothing" : "noAnswer")}
            </Text>
          )}
        </Stack>
      )}
    </div>
  );
}

/** A TXT record to add to DNS. */
export function ProofRecord({ record: { name, value } }: Pick<ProofProps, "record">) {
  const t = useTranslations("domains.proof");
  const copied = (text: string, label: string) => (
    <Line>
      <Code className={classes.record}>{text}</Code>
      <CopyButton value={text} label={label} />
    </Line>
  );
  return (
    <DescriptionList
      items={[
        [t("type"), "TXT"],
        [t("name"), copied(name, t("copyName"))],
        [t("value"), copied(value, t("copyValue"))],
      ]}
    />
  );
}

/** Extracts the record from a refusal in any language, so that it can be copied. */
export function parseProof(refusal = ""): ProofProps["record"] | null {
  const [name] = /\b_signpost\.[\w.-]*\w/.exec(refusal) ?? [];
  const [value] = /\bsignpost-verify=\w+/.exec(refusal) ?? [];
  return name && value ? { name, value } : null;
}
