"use client";

import { useTranslations } from "next-intl";
import { createContext, use, useCallback, useMemo, useRef, useState } from "react";
import type { DialogFrame } from "./dialog-frame";
import { notifyFailed } from "./notify";

interface Dialog {
  title: string;
  children: React.ReactNode;
}

interface Dialogs {
  /** Loads the code of dialogs, then shows this one. If that fails, a notification says so. */
  openDialog: (dialog: Dialog) => Promise<void>;
  closeDialog: () => void;
}

// Forms on other pages, such as the log-in, use this context but open no dialog.
const DialogsContext = createContext<Dialogs>({
  openDialog: async () => {
    throw new Error("Only pages inside a DialogsProvider can open dialogs.");
  },
  closeDialog: () => undefined,
});

/** Wraps pages that open dialogs. Most visits of a page open none, so its code is loaded with the first one. */
export function DialogsProvider({ children }: { children: React.ReactNode }) {
  const t = useTranslations("ui");
  const [dialog, setDialog] = useState<Dialog & { Frame: typeof DialogFrame; count: number }>();
  const [opened, setOpened] = useState(false);
  const count = useRef(0);

  const closeDialog = useCallback(() => setOpened(false), []);
  const openDialog = useCallback(
    async (next: Dialog) => {
      const path = location.pathname;
      count.current += 1;
      const own = count.current;
      try {
        const { DialogFrame: Frame } = await import("./dialog-frame");
        // The user may have left the page or opened another dialog while the code was loading.
        if (location.pathname !== path || own !== count.current) return;
        setDialog({ ...next, Frame, count: own });
        setOpened(true);
      } catch {
        notifyFailed(t("unreachable"));
      }
    },
    [t],
  );
  const dialogs = useMemo(() => ({ openDialog, closeDialog }), [openDialog, closeDialog]);

  return (
    <DialogsContext value={dialogs}>
      {children}
      {dialog && (
        // A new frame for each dialog, so that it is above the dialogs that are already open.
        <dialog.Frame key={dialog.count} title={dialog.title} opened={opened} close={closeDialog}>
          {dialog.children}
        </dialog.Frame>
      )}
    </DialogsContext>
  );
}

/** Opens and closes the dialog of the page. */
export const useDialogs = () => use(DialogsContext);
