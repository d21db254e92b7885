import { Paper, Text, Title } from "@mantine/core";
import classes from "./card.module.css";

/** A section of a page with its own heading. */
export function Card({ title, lead, children }: { title: string; lead?: string; children: React.ReactNode }) {
  return (
    <Paper component="section" className={classes.card} aria-label={title}>
      <Title order={2}>{title}</Title>
      {lead && (
        <Text c="dimmed" size="sm" mt={4}>
          {lead}
        </Text>
      )}
      <div className={classes.content}>{children}</div>
    </Paper>
  );
}
