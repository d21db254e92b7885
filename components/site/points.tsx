import { IconBolt, IconBox, IconDatabaseOff, IconEyeOff, IconRobotOff, IconRoute } from "@tabler/icons-react";
import classes from "./landing.module.css";

const points = [
  {
    Icon: IconBolt,
    title: "Every click is kept",
    text: "A click is on disk before the visitor moves on. A crash neither loses nor doubles it.",
  },
  {
    Icon: IconRobotOff,
    title: "People, not robots",
    text: "Crawlers, link previews and prefetches are recorded with the rule that gave them away, and left out of the counts.",
  },
  {
    Icon: IconRoute,
    title: "The right place for each",
    text: "Lead visitors on by country, device or language. End a link on a date or after a number of clicks.",
  },
  {
    Icon: IconDatabaseOff,
    title: "Calm through an outage",
    text: "While the database is away, known links keep redirecting, and their clicks are stored when it is back.",
  },
  {
    Icon: IconEyeOff,
    title: "Private by design",
    text: "A visitor’s address never reaches the database, “do not track” is honoured, and no page calls a third party.",
  },
  {
    Icon: IconBox,
    title: "One command to run",
    text: (
      <>
        <code>npm start</code> brings its own Postgres, prepares everything and keeps all its data in one folder.
      </>
    ),
  },
];

export function Points() {
  return (
    <ul className={classes.points}>
      {points.map(({ Icon, title, text }) => (
        <li key={title} className={classes.point}>
          <span className={classes.icon}>
            <Icon size={21} stroke={1.7} aria-hidden="true" />
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
