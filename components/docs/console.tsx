import { Alert, Anchor, Button, Group, Modal, PasswordInput, Stack, Textarea } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle, IconSend2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { curlOf } from "@/lib/http/openapi/curl";
import { addressOf, type Call } from "@/lib/http/openapi/reference-call";
import { Code } from "./code";
import classes from "./console.module.css";
import { ConsoleAnswer } from "./console-answer";
import { ConsoleInputs } from "./console-inputs";
import { Method } from "./method";
import { type Answer, sendCall } from "./send-call";
import { useKey } from "./use-key";

interface Props {
  call: Call;
  summary: string;
  opened: boolean;
  close: () => void;
}

type Outcome = { state: "none" | "sending" | "unreachable" } | { state: "answered"; answer: Answer };

/** Calls an operation of this service with the reader's own key, and shows the response. */
export function Console({ call, summary, opened, close }: Props) {
  const t = useTranslations("console");
  const narrow = useMediaQuery("(max-width: 48em)");
  const [key, setKey] = useKey();
  const [values, setValues] = useState(() => Object.fromEntries(call.inputs.map(({ name, sample }) => [name, sample])));
  const [body, setBody] = useState(call.body);
  const [outcome, setOutcome] = useState<Outcome>({ state: "none" });
  const [asking, setAsking] = useState(false);
  const running = useRef<AbortController>(undefined);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) no.current?.focus();
  }, [asking]);
  useEffect(() => () => running.current?.abort(), []);

  const address = addressOf(call, values);
  const url = new URL(address ?? call.path, location.origin).href;

  const send = async () => {
    setAsking(false);
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setOutcome({ state: "sending" });
    const sending = { method: call.method, url, key: call.open ? "" : key.trim(), body };
    const answer = await sendCall(sending, controller.signal).catch(() => undefined);
    if (running.current === controller) setOutcome(answer ? { state: "answered", answer } : { state: "unreachable" });
  };

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (address === null) return;
    if (call.method === "DELETE") setAsking(true);
    else send();
  };

  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit();
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      size="72rem"
      fullScreen={narrow}
      title={
        <span className={classes.title}>
          <Method name={call.method} /> {summary}
        </span>
      }
    >
      <div className={classes.columns}>
        <form onSubmit={submit} noValidate>
          <Stack>
            {!call.open && (
              <PasswordInput
                label={t("key")}
                description={t.rich("keyAbout", {
                  host: location.host,
                  link: (words) => (
                    <Anchor href="/dashboard/settings/keys" target="_blank" inherit>
                      {words}
                    </Anchor>
                  ),
                })}
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
                maxLength={256}
                autoComplete="off"
                spellCheck={false}
              />
            )}
            <ConsoleInputs
              inputs={call.inputs}
              values={values}
              change={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
            />
            {body !== undefined && (
              <Textarea
                label={t("body")}
                value={body}
                onChange={(event) => setBody(event.currentTarget.value)}
                onKeyDown={sendByKey}
                autosize
                minRows={3}
                maxRows={16}
                spellCheck={false}
                classNames={{ input: classes.body }}
              />
            )}
            {asking ? (
              <Alert color="red" icon={<IconAlertTriangle />} title={t("ask")}>
                <p className={classes.about}>{t("askAbout", { address: address ?? "" })}</p>
                <Group>
                  <Button variant="default" ref={no} onClick={() => setAsking(false)}>
                    {t("cancel")}
                  </Button>
                  <Button color="red.9" onClick={send}>
                    {t("sendAnyway")}
                  </Button>
                </Group>
              </Alert>
            ) : (
              <Group>
                <Button
                  type="submit"
                  leftSection={<IconSend2 size={18} />}
                  loading={outcome.state === "sending"}
                  disabled={address === null}
                >
                  {t("send")}
                </Button>
                {call.method !== "GET" && <span className={classes.note}>{t("forReal")}</span>}
              </Group>
            )}
          </Stack>
        </form>
        <div className={classes.column}>
          <div role="status" aria-busy={outcome.state === "sending"}>
            {outcome.state === "none" && <p className={classes.note}>{t("noAnswer")}</p>}
            {outcome.state === "unreachable" && <Alert color="red" title={t("unreachable")} />}
            {outcome.state === "answered" && <ConsoleAnswer answer={outcome.answer} />}
          </div>
          <Code title={t("curl")} code={curlOf({ method: call.method, url, open: call.open, body })} />
        </div>
      </div>
    </Modal>
  );
}
