import { Badge, VisuallyHidden } from "@mantine/core";
import { useFormatter } from "next-intl";
import { ColorDot } from "@/components/ui/line";
import { weights } from "@/lib/contract/theme";
import classes from "./tags.module.css";

export interface ShownTag {
  name: string;
  color: string;
}

/** A list of tags; renders nothing if it is empty. `most` says how many are shown, in one line; the others are counted. */
export function TagList({ tags, most = Number.POSITIVE_INFINITY }: { tags: ShownTag[]; most?: number }) {
  const format = useFormatter();
  if (tags.length === 0) return null;
  const others = tags.slice(most).map(({ name }) => name);
  return (
    <span className={classes.tags} data-short={most < Number.POSITIVE_INFINITY || undefined}>
      {tags.slice(0, most).map(({ name, color }) => (
        <Badge
          key={name}
          classNames={{ root: classes.tag, label: classes.name }}
          variant="default"
          fw={weights.medium}
          leftSection={<ColorDot color={color} />}
        >
          {name}
        </Badge>
      ))}
      {others.length > 0 && (
        <Badge variant="default" fw={weights.medium} title={format.list(others)} className={classes.others}>
          <span aria-hidden>{`+${others.length}`}</span>
          <VisuallyHidden>{format.list(others)}</VisuallyHidden>
        </Badge>
      )}
    </span>
  );
}
