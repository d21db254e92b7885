import { Badge } from "@mantine/core";
import { ColorDot } from "@/components/ui/line";
import classes from "./tags.module.css";

export interface ShownTag {
  name: string;
  color: string;
}

/** A list of tags; renders nothing if it is empty. */
export function TagList({ tags }: { tags: ShownTag[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={classes.tags}>
      {tags.map(({ name, color }) => (
        <Badge
          key={name}
          classNames={{ root: classes.tag, label: classes.name }}
          variant="default"
          tt="none"
          fw={500}
          leftSection={<ColorDot color={color} />}
        >
          {name}
        </Badge>
      ))}
    </span>
  );
}
