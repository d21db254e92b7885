import { IconBolt, IconBox, IconDatabaseOff, IconDoorExit, IconEyeOff, IconWorld } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./landing.module.css";

const points = [
  { name: "kept", Icon: IconBolt },
  { name: "calm", Icon: IconDatabaseOff },
  { name: "private", Icon: IconEyeOff },
  { name: "command", Icon: IconBox },
  { name: "domains", Icon: IconWorld },
  { name: "leave", Icon: IconDoorExit },
] as const;

export function Points() {
  const t = useTranslations("site.points");
  return (
    <ul className={classes.points}>
      {points.map(({ name, Icon }) => (
        <li key={name} className={classes.point}>
          <span className={classes.icon}>
            <Icon size={21} stroke={1.7} aria-hidden="true" />
          </span>
          <h3>{t(`${name}.title`)}</h3>
          <p>{t.rich(`${name}.text`, { code: (words) => <code>{words}</code> })}</p>
        </li>
      ))}
    </ul>
  );
}
