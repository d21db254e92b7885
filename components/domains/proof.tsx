import { Code, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { Line } from "@/components/ui/line";
import classes from "./domains.module.css";

interface ProofProps {
  record: { name: string; value: string };
  /** what the DNS has under that name; null where it did not say */
  found: string[] | null;
  /** the domain is this account's, and others want it too */
  isHeld: boolean;
}

/** The record that shows whose a domain is, and what is there in its place. */
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
      <Text size="sm" mt="sm" mb={6}>
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

/** A TXT record to be put into the DNS. */
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

/** The record that a refusal names, in any language, so that it can be copied. */
export function proofIn(refusal = ""): ProofProps["record"] | null {
  const [name] = /\b_signpost\.[\w.-]*\w/.exec(refusal) ?? [];
  const [value] = /\bsignpost-verify=\w+/.exec(refusal) ?? [];
  return name && value ? { name, value } : null;
}
