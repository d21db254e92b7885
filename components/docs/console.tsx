import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Modal,
  NativeSelect,
  PasswordInput,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle, IconSend2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Call, type CallInput, writeAddress, writeCurl } from "@/lib/http/openapi/reference-call";
import classes from "./console.module.css";
import { Code, Method } from "./text";

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

  const address = writeAddress(call, values);
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
          <Code title={t("curl")} code={writeCurl({ method: call.method, url, open: call.open, body })} />
        </div>
      </div>
    </Modal>
  );
}

const place = "signpost.console-key";

/** The key that the reader has pasted. Only this tab stores it, until it is closed. */
function useKey(): [string, (key: string) => void] {
  const [key, setKey] = useState(stored);
  const keep = (key: string) => {
    setKey(key);
    try {
      if (key) sessionStorage.setItem(place, key);
      else sessionStorage.removeItem(place);
    } catch {
      // If the browser cannot store it, the key is kept until the page is left.
    }
  };
  return [key, keep];
}

function stored(): string {
  try {
    return sessionStorage.getItem(place) ?? "";
  } catch {
    return "";
  }
}

/** Longer answers would make the page slow to scroll. */
const SHOWN_CHARACTERS = 100_000;

/** The status, the duration, the relevant headers, and the body. */
function ConsoleAnswer({ answer }: { answer: Answer }) {
  const t = useTranslations("console");
  const { status, ms, headers, text, file } = answer;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Badge size="lg" variant="light" color={status < 300 ? "pine" : "red"} className={classes.status}>
          {t("status", { status: String(status) })}
        </Badge>
        <span className={classes.note}>{t("took", { ms })}</span>
      </Group>
      <dl className={classes.headers}>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {file ? <SavedFile file={file} /> : <Code title={t("answer")} code={text.slice(0, SHOWN_CHARACTERS)} />}
      {text.length > SHOWN_CHARACTERS && (
        <p className={classes.note}>{t("cut", { shown: SHOWN_CHARACTERS, all: text.length })}</p>
      )}
    </Stack>
  );
}

function SavedFile({ file }: { file: Blob }) {
  const t = useTranslations("console");
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <Anchor href={address} download>
      {t("save", { type: file.type, bytes: file.size })}
    </Anchor>
  );
}

interface Sending {
  method: string;
  url: string;
  key: string;
  body?: string;
}

interface Answer {
  status: number;
  ms: number;
  /** the headers that are specific to this response */
  headers: [name: string, value: string][];
  /** the body, formatted if it is JSON */
  text: string;
  /** set if the body is not text */
  file?: Blob;
}

const shownHeaders = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "Allow",
];

/** Sends a request to this service with a key, without the user's cookies. */
async function sendCall({ method, url, key, body }: Sending, signal: AbortSignal): Promise<Answer> {
  const started = performance.now();
  const response = await fetch(url, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body,
    credentials: "omit",
    cache: "no-store",
    signal,
  });
  const isText = /^(text\/|application\/json)/.test(response.headers.get("content-type") ?? "");
  const file = isText ? undefined : await response.blob();
  const text = isText ? await response.text() : "";
  return {
    status: response.status,
    ms: Math.round(performance.now() - started),
    headers: shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    }),
    text: formatted(text),
    file,
  };
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface ConsoleInputsProps {
  inputs: CallInput[];
  values: Record<string, string>;
  change: (name: string, value: string) => void;
}

/** The parameters in the address of a call. */
function ConsoleInputs({ inputs, values, change }: ConsoleInputsProps) {
  const t = useTranslations("console");
  const shown = (["path", "query"] as const).map((place) => ({
    place,
    inputs: inputs.filter((input) => input.place === place),
  }));
  return shown.map(
    ({ place, inputs }) =>
      inputs.length > 0 && (
        <fieldset key={place} className={classes.inputs}>
          <legend>{t(place)}</legend>
          {inputs.map(({ name, required, choices }) => {
            const value = values[name] ?? "";
            const input = {
              label: name,
              required,
              value,
              error: required && value.trim() === "" && t("required"),
              onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
              classNames: { label: classes.name },
              size: "sm" as const,
            };
            return choices.length > 0 ? (
              <NativeSelect key={name} {...input} data={required ? choices : ["", ...choices]} />
            ) : (
              <TextInput key={name} {...input} autoComplete="off" spellCheck={false} />
            );
          })}
        </fieldset>
      ),
  );
}
