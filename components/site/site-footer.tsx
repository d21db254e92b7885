import { Text } from "@mantine/core";
import { TextLink } from "@/components/ui/link";
import classes from "./site.module.css";

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <Text size="sm" c="dimmed">
        Signpost is open source under the MIT licence.
      </Text>
      <TextLink href="/docs" size="sm">
        API reference
      </TextLink>
    </footer>
  );
}
