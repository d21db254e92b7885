import { Paper, Title, VisuallyHidden } from "@mantine/core";
import classes from "./tabbed-card.module.css";

interface CardTab {
  name: string;
  label: string;
  panel: React.ReactNode;
}

interface TabbedCardProps {
  /** unique on the page */
  id: string;
  title: string;
  /** at most six: see the style sheet */
  tabs: CardTab[];
  /** name of the tab to begin with, if it is one of them; else the first */
  shown?: string;
}

/**
 * A card that shows one of several lists. The tabs are radio buttons and the choice is made by CSS, so it needs no
 * script and lasts while the page updates.
 */
export function TabbedCard({ id, title, tabs, shown }: TabbedCardProps) {
  const first = tabs.find(({ name }) => name === shown) ?? tabs[0];
  return (
    <Paper component="section" className={classes.card} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={`${id}-title`}>
          {title}
        </Title>
        <div role="radiogroup" aria-labelledby={`${id}-title`} className={classes.tabs}>
          {tabs.map(({ name, label }) => (
            <label key={name}>
              <input type="radio" name={id} value={name} defaultChecked={name === first?.name} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </div>
      {tabs.map(({ name, label, panel }) => (
        <div key={name} className={classes.panel}>
          <VisuallyHidden>
            <h3>{label}</h3>
          </VisuallyHidden>
          {panel}
        </div>
      ))}
    </Paper>
  );
}
