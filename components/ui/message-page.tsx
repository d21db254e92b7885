import { Container, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/link";
import { LargeLogo } from "./logo";

/** A page that shows a single message. */
export function MessagePage({
  title,
  children,
  actions,
  isWithin = false,
}: {
  title: string;
  /** whether the page's frame is around it, which already has the `main` element */
  isWithin?: boolean;
  children: string;
  actions?: React.ReactNode;
}) {
  const t = useTranslations("ui");
  return (
    <Container component={isWithin ? "div" : "main"} size={520} py={{ base: 80, sm: 140 }}>
      <Stack align="center" gap="md" ta="center">
        <LargeLogo />
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{children}</Text>
        <Group mt="sm" justify="center">
          {actions}
          <ButtonLink href="/" variant="default">
            {t("startPage")}
          </ButtonLink>
        </Group>
      </Stack>
    </Container>
  );
}
