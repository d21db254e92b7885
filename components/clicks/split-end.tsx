import { Alert } from "@mantine/core";
import type { ActionResult } from "@/lib/contract/action-result";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import { RestartSplit } from "./restart-split";
import { useDecisionWords } from "./use-decision-words";

/** Shows how a split test ends automatically or has ended, with a button that restarts it. */
export function SplitEnd({ finish, restart }: { finish: SplitFinish; restart: () => Promise<ActionResult<null>> }) {
  const words = useDecisionWords();
  return (
    <Alert variant="light" color={finish.result?.outcome === "winner" ? "green" : "blue"} my="sm">
      {words(finish)}
      {finish.result && <RestartSplit restart={restart} won={finish.result.outcome === "winner"} />}
    </Alert>
  );
}
