import { Container, Group, Text, Title } from "@mantine/core";

/** The maximum width of content in pixels. Forms stay readable, and long lists use the whole screen. */
const sizes = { form: 900, page: 1180, overview: 1320, list: "100%" } as const;

/** The frame of a dashboard page: heading, actions and content. */
export function Page({
  title,
  lead,
  actions,
  mark,
  size = "page",
  children,
}: {
  title: string;
  lead?: string;
  actions?: React.ReactNode;
  /** shown before the title, such as a color */
  mark?: React.ReactNode;
  size?: keyof typeof sizes;
  children: React.ReactNode;
}) {
  return (
    <Container size={sizes[size]} px={{ base: "md", sm: "xl" }} py={{ base: "lg", sm: "xl" }}>
      <Group justify="space-between" align="flex-end" mb="lg">
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
      {children}
    </Container>
  );
}
