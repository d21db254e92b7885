import { Box, Container, Group, Skeleton, Text, Title } from "@mantine/core";
import type { Metadata } from "next";
import type { MessageKeys, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { Messages } from "@/generated/messages";

/** The maximum width of text and forms, in pixels. Their left edge is that of all pages. */
const FORM_WIDTH = 836;

/** The frame of a dashboard page: heading, actions and content. */
export function Page({
  title,
  lead,
  actions,
  mark,
  size,
  children,
}: {
  title: string;
  lead?: string;
  actions?: React.ReactNode;
  /** shown before the title, such as a color */
  mark?: React.ReactNode;
  size?: "form";
  children: React.ReactNode;
}) {
  return (
    <Container fluid px={{ base: "md", sm: "xl" }} py={{ base: "md", sm: "lg" }}>
      <Group justify="space-between" align="flex-end" mb="md" maw={size && FORM_WIDTH}>
        <div style={{ overflowWrap: "anywhere" }}>
          <Title order={1} dir="auto">
            {mark}
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mt={4} dir="auto">
              {lead}
            </Text>
          )}
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {size ? <Box maw={FORM_WIDTH}>{children}</Box> : children}
    </Container>
  );
}

/** A placeholder with a height in pixels. Screen readers announce the label. */
export function LoadingCard({ height, label }: { height: number; label: string }) {
  return <Skeleton h={height} role="status" aria-label={label} />;
}

/** Returns a page's `generateMetadata`, for a title that is one message. */
export const pageTitle =
  <Namespace extends keyof Messages & string>(
    namespace: Namespace,
    key: MessageKeys<Messages[Namespace], NestedKeyOf<Messages[Namespace]>>,
  ) =>
  async (): Promise<Metadata> => ({ title: (await getTranslations())(`${namespace}.${key}` as never) });
