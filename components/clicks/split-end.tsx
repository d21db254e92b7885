import { Alert } from "@mantine/core";
import type { ActionResult } from "@/lib/contract/action-result";
import type { SplitFinish } from "@/lib/resources/links/split-finish";
import { RestartSplit } from "./restart-split";
import { useDecisionWords } from "./use-decision-words";

/** How a split test ends or has ended by itself, with a button that begins it again. */
export function SplitEnd({ finish, restart }: { finish: SplitFinish; restart: () => Promise<ActionResult<null>> }) {
  const words = useDecisionWords();
  return (
    <Alert variant="light" color={finish.result?.outcome === "winner" ? "green" : "blue"} my="sm">
      {words(finish)}
      {finish.result && <RestartSplit restart={restart} won={finish.result.outcome === "winner"} />}
    </Alert>
  );
}
