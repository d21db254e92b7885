import { Container, Group, Text, Title } from "@mantine/core";

/** The widest content, in pixels; forms are read line by line, long lists take all of a screen. */
const sizes = { form: 900, page: 1180, overview: 1320, list: "100%" } as const;

/** The frame of a page of the dashboard: its heading, what can be done here, its content. */
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
  /** before the title, such as a colour */
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
