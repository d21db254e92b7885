import { Anchor, Text } from "@mantine/core";
import classes from "./site.module.css";

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <Text size="sm" c="dimmed">
        Signpost is open source under the MIT licence.
      </Text>
      <Anchor href="/docs" size="sm">
        API reference
      </Anchor>
    </footer>
  );
}
