import { Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Fold } from "@/components/ui/fold";
import { withoutScheme } from "@/lib/contract/without-scheme";
import classes from "./top-list.module.css";

interface SplitFiguresProps {
  /** the headings of the figures */
  headings: string[];
  /** best first, each with its place in the split, from 1 */
  destinations: { variant: string; number: number; destination: string; figures: React.ReactNode[] }[];
  verdict: string;
  /** how the verdict is calculated */
  children: React.ReactNode;
}

/** The destinations of a split with their figures, and one sentence about them. */
export function SplitFigures({ headings, destinations, verdict, children }: SplitFiguresProps) {
  const t = useTranslations("clicks.split");
  return (
    <>
      <table className={`${classes.table} ${classes.figures}`}>
        <thead>
          <tr>
            {[t("destination"), ...headings].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {destinations.map(({ variant, number, destination, figures }) => (
            <tr key={variant}>
              <th scope="row">{`${number}: ${withoutScheme(destination)}`}</th>
              {figures.map((figure, index) => (
                <td key={headings[index]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" fw={600} mt="sm">
        {verdict}
      </Text>
      <Fold title={t("calculated")}>{children}</Fold>
    </>
  );
}
