import { useState } from "react";
import type { LinkFields, RuleForm } from "./link-form";

/** The form's rules and the functions to edit them. `moved` is the present position of the rule that was moved last. */
export function useRules({ form: { rules }, set }: LinkFields) {
  const [moved, setMoved] = useState<number>();
  const put = (next: RuleForm[]) => {
    setMoved(undefined);
    set("rules", next);
  };
  return {
    rules,
    moved,
    add: () => put([...rules, { when: {}, to: "" }]),
    change: (index: number, rule: RuleForm) => put(rules.with(index, rule)),
    remove: (index: number) => put(rules.toSpliced(index, 1)),
    move: (from: number, to: number) => {
      const rule = rules[from];
      if (!rule || from === to || to < 0 || to >= rules.length) return;
      put(rules.toSpliced(from, 1).toSpliced(to, 0, rule));
      setMoved(to);
    },
  };
}
