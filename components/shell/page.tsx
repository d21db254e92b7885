import { Container, Group, Text, Title } from "@mantine/core";

/** The frame of a page of the dashboard: its heading, what can be done here, its content. */
export function Page({
  title,
  lead,
  actions,
  size = 1180,
  children,
}: {
  title: string;
  lead?: string;
  actions?: React.ReactNode;
  /** widest content, in pixels; or as wide as the screen */
  size?: number | "100%";
  children: React.ReactNode;
}) {
  return (
    <Container size={size} px={{ base: "md", sm: "xl" }} py={{ base: "lg", sm: "xl" }}>
      <Group justify="space-between" align="flex-end" mb="lg">
        <div style={{ overflowWrap: "anywhere" }}>
          <Title order={1} dir="auto">
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
