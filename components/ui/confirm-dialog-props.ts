import type { ActionResult } from "@/lib/contract/action-result";

/** The server action that deletes one of a kind. */
export type DeleteAction = (id: number) => Promise<ActionResult<null>>;

/** What is asked before something is deleted or otherwise done for good, and what does it. Pages hand it to menus and buttons, words and all. */
export interface ConfirmDialogProps {
  /** "Delete this link?" */
  title: string;
  /** what goes with it, and what stops working */
  consequences: React.ReactNode;
  /** the words of the button that does it, where nothing is deleted */
  confirm?: string;
  act: () => Promise<ActionResult<null>>;
  /** "Link deleted", and which; left out by what says it itself */
  done?: { title: string; message: string };
}
