import { Badge } from "@mantine/core";

/** The state of something as a badge, which stands out unless the thing works as it should. */
export function StateBadge({ fine, children }: { fine?: boolean; children: React.ReactNode }) {
  if (fine) {
    return <Badge variant="light">{children}</Badge>;
  }
  return (
    <Badge variant="outline" bd="1px solid var(--sp-accent)" c="var(--sp-accent)">
      {children}
    </Badge>
  );
}
