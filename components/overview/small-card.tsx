import { Group, Paper, Title } from "@mantine/core";
import classes from "./overview.module.css";

interface SmallCardProps {
  title: string;
  /** shown next to the title */
  action?: React.ReactNode;
  wide?: boolean;
  children: React.ReactNode;
}

/** A card of the overview: one third of its width, or two if `wide`. */
export function SmallCard({ title, action, wide = false, children }: SmallCardProps) {
  return (
    <Paper component="section" className={`${classes.card} ${wide ? classes.wide : classes.narrow}`} aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}
