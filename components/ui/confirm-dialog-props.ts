import type { ActionResult } from "@/lib/contract/action-result";

/** A server action that deletes the item with this id. */
export type DeleteAction = (id: number) => Promise<ActionResult<null>>;

/** The texts and the action of a confirmation dialog. Pages pass it to menus and buttons. */
export interface ConfirmDialogProps {
  /** Such as "Delete this link?". */
  title: string;
  /** What else is deleted and what stops working. */
  consequences: React.ReactNode;
  /** Label of the confirming button. "Delete" if left out. */
  confirm?: string;
  act: () => Promise<ActionResult<null>>;
  /** The notification, such as "Link deleted" and its name. Left out if the caller reports success itself. */
  done?: { title: string; message: string };
  /** Undoes the action: the notification then has a button for it. */
  undo?: () => void;
}
