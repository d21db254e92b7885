import { Fieldset, UnstyledButton } from "@mantine/core";
import classes from "./sample-choice.module.css";

interface SampleChoiceProps<Value extends string> {
  legend: string;
  values: readonly Value[];
  isChosen: (value: Value) => boolean;
  choose: (value: Value) => void;
  /** Renders a small sample of a value and its name. */
  children: (value: Value) => React.ReactNode;
}

/** A choice between looks, each shown by a sample. */
export function SampleChoice<Value extends string>({
  legend,
  values,
  isChosen,
  choose,
  children,
}: SampleChoiceProps<Value>) {
  return (
    <Fieldset legend={legend} className={classes.samples}>
      {values.map((value) => (
        <UnstyledButton
          key={value}
          className={classes.choice}
          aria-pressed={isChosen(value)}
          onClick={() => choose(value)}
        >
          {children(value)}
        </UnstyledButton>
      ))}
    </Fieldset>
  );
}
