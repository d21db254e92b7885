import { IconBolt, IconBox, IconDatabaseOff, IconEyeOff, IconRobotOff, IconRoute } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./landing.module.css";

const points = [
  { name: "kept", Icon: IconBolt },
  { name: "people", Icon: IconRobotOff },
  { name: "place", Icon: IconRoute },
  { name: "calm", Icon: IconDatabaseOff },
  { name: "private", Icon: IconEyeOff },
  { name: "command", Icon: IconBox },
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
