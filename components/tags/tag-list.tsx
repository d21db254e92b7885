import { Badge } from "@mantine/core";
import classes from "./tags.module.css";

export interface ShownTag {
  name: string;
  color: string;
}

/** The tags of something; nothing where it has none. */
export function TagList({ tags }: { tags: ShownTag[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={classes.tags}>
      {tags.map(({ name, color }) => (
        <Badge
          key={name}
          className={classes.tag}
          variant="default"
          tt="none"
          fw={500}
          leftSection={<TagDot color={color} />}
        >
          {name}
        </Badge>
      ))}
    </span>
  );
}

/** A tag's colour, beside its name: in the colour itself a name could not always be read. */
export function TagDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} />;
}
