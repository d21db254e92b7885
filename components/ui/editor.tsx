"use client";

import { Alert, Box, Button, Group, Paper, Stack } from "@mantine/core";
import { IconAlertCircle, IconLock } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, type RefObject, useEffect, useState, useTransition } from "react";
import classes from "./editor.module.css";
import { ButtonLink } from "./link";
import { useMayWrite } from "./may-write";
import { retryImport } from "./retry-import";
import { Uploading, type useEditor } from "./use-editor";

const DraftNote = dynamic(() => retryImport(() => import("./draft-note").then((module) => module.DraftNote)), {
  ssr: false,
});

const ConflictDialog = dynamic(
  () => retryImport(() => import("./conflict-dialog").then((module) => module.ConflictDialog)),
  { ssr: false },
);

interface EditorProps {
  editor: Pick<ReturnType<typeof useEditor>, "failure" | "pending" | "conflict" | "submit" | "element" | "draft">;
  /** Label of the button, if it does not save changes. */
  submit?: string;
  /** The address that Cancel opens. */
  cancel: string;
  /** Leaves out the padding, for children with their own, such as tabs. */
  bare?: boolean;
  children: React.ReactNode;
}

/** The frame of an editor: its fields, an error message, and buttons that stay in view. */
export function Editor({
  editor: { failure, pending, conflict, submit: save, element, draft },
  submit,
  cancel,
  bare,
  children,
}: EditorProps) {
  const t = useTranslations("ui");
  const mayWrite = useMayWrite();
  const uploads = useTransition();
  const [uploading] = uploads;
  return (
    <ScriptedForm ref={element} onSubmit={save}>
      <Paper className={classes.editor} data-bare={bare}>
        {conflict && <ConflictDialog {...conflict} />}
        {draft.offered && <DraftNote {...draft} offered={draft.offered} />}
        <Uploading value={uploads}>
          {bare ? (
            children
          ) : (
            <Box p={{ base: "md", sm: "xl" }}>
              <ReadOnly>
                <Stack>{children}</Stack>
              </ReadOnly>
            </Box>
          )}
        </Uploading>
        <div className={classes.end}>
          {failure && (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} mb="md">
              {failure}
            </Alert>
          )}
          {!mayWrite && (
            <Alert variant="light" icon={<IconLock size={18} />} mb="md">
              {t("readOnly")}
            </Alert>
          )}
          {mayWrite && (
            <noscript>
              <Alert variant="light" mb="md">
                {t("needsScripts")}
              </Alert>
            </noscript>
          )}
          <Group justify="flex-end">
            <ButtonLink href={cancel} variant="default">
              {t(mayWrite ? "cancel" : "back")}
            </ButtonLink>
            {mayWrite && (
              <Button type="submit" loading={pending || uploading}>
                {submit ?? t("save")}
              </Button>
            )}
          </Group>
        </div>
      </Paper>
    </ScriptedForm>
  );
}

interface ScriptedFormProps extends Omit<ComponentProps<"form">, "action" | "onReset" | "noValidate" | "ref"> {
  ref: RefObject<HTMLFormElement | null>;
  /** Saves the state. It must prevent the browser's own submission. */
  onSubmit: NonNullable<ComponentProps<"form">["onSubmit"]>;
}

/** A form that scripts submit. A submission before hydration is repeated after it. */
function ScriptedForm({ ref, ...props }: ScriptedFormProps) {
  const [sentEarly, setSentEarly] = useState(false);

  // One render later, so that the state has the input from before hydration (preHydrationValue).
  useEffect(() => {
    if (sentEarly) ref.current?.requestSubmit();
  }, [sentEarly, ref]);

  return (
    <form
      {...props}
      ref={ref}
      noValidate
      // React calls this after hydration for a submission from before it. Later submissions never get here, because
      // onSubmit prevents them.
      action={() => setSentEarly(true)}
      // React resets a form after its action.
      onReset={(event) => event.preventDefault()}
    />
  );
}

/** Disables an editor's fields for users who may not change them. */
export const ReadOnly = ({ children }: { children: React.ReactNode }) => (
  <fieldset className={classes.fields} disabled={!useMayWrite()}>
    {children}
  </fieldset>
);
