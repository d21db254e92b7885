"use client";

import { NativeSelect, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Editor } from "@/components/ui/editor";
import { notifyDone, notifyFailed } from "@/components/ui/notify";
import { useEditor } from "@/components/ui/use-editor";
import { useNavigate } from "@/components/ui/use-navigate";
import { useSafeAction } from "@/components/ui/use-safe-action";
import type { ActionResult, FieldErrors } from "@/lib/contract/action-result";
import type { SmsOutcome } from "@/lib/resources/sms/service";
import type { SmsDraft } from "@/lib/resources/sms/shorten";
import classes from "./sms.module.css";

interface SmsComposerProps {
  /** Numbers to send from. */
  numbers: string[];
  /** The recipient, if an existing conversation is continued. */
  to?: string;
  send: (input: unknown) => Promise<ActionResult<SmsOutcome>>;
  measure: MeasureAction;
}

/** A form that sends a message, and is then cleared. */
export function SmsComposer(props: SmsComposerProps) {
  const [sent, setSent] = useState(0);
  return <Composer key={sent} {...props} onSent={() => setSent(sent + 1)} />;
}

/** Splits a list of numbers and removes duplicates. Numbers may contain spaces. */
const numbersIn = (text: string) => [...new Set(text.split(/[\n,;]+/).map((number) => number.trim()))].filter(Boolean);

function Composer({ numbers, to, send, measure, onSent }: SmsComposerProps & { onSent: () => void }) {
  const t = useTranslations("sms.composer");
  const router = useRouter();
  const leadOn = useNavigate();
  const initial = { from: numbers[0] ?? "", to: to ?? "", message: "" };
  const editor = useEditor({
    initial,
    save: (changes) => {
      const input = { ...initial, ...changes };
      return send({ ...input, to: numbersIn(input.to) });
    },
    draft: to === undefined ? "sms" : undefined,
    required: ["to", "message"],
    // Failed messages are in the conversation, too.
    onRefused: () => to && router.refresh(),
    onSaved: ({ sent, failed }) => {
      if (failed.length === 0) notifyDone(t("sent", { count: sent }), to ?? numbersIn(fields.form.to).join(", "));
      else notifyFailed(t("sentSome", { sent, count: sent + failed.length }));
      if (to === undefined) return leadOn("/dashboard/sms");
      onSent();
      router.refresh();
    },
  });
  const { fields } = editor;
  const { form, errors } = fields;
  const measured = useMeasure(form.message, measure);
  const recipients = refusedNumber(errors, numbersIn(form.to));
  const message = errors.message ?? (measured?.ok === false ? measured.errors.message : undefined);

  return (
    <Editor editor={editor} submit={t("send")} cancel="/dashboard/sms">
      <NativeSelect {...fields.text("from")} label={t("from")} data={numbers} />
      {to === undefined && (
        <Textarea
          {...fields.text("to")}
          error={recipients}
          label={t("to")}
          description={t("toAbout")}
          placeholder="+4915112345678"
          inputMode="tel"
          minRows={1}
          maxRows={6}
          required
        />
      )}
      <Textarea
        {...fields.text("message")}
        error={to === undefined ? message : (message ?? recipients)}
        label={t("message")}
        description={t("messageAbout")}
        minRows={4}
        maxLength={8192}
        required
      />
      <Segments
        typed={form.message}
        draft={measured?.ok ? measured.value : null}
        recipients={Math.max(1, numbersIn(form.to).length)}
      />
    </Editor>
  );
}

/** The error about the numbers. With several numbers it names the wrong one. */
function refusedNumber(errors: FieldErrors, numbers: string[]): string | undefined {
  const [path, sentence] = Object.entries(errors).find(([name]) => /^to(\.|$)/.test(name)) ?? [];
  const number = path && numbers[Number(path.split(".")[1])];
  return number && numbers.length > 1 ? `${number}: ${sentence}` : sentence;
}

type MeasureAction = (message: string) => Promise<ActionResult<SmsDraft>>;

/** The server's measure of a message, requested after a pause in typing. Null without a message. */
function useMeasure(message: string, measure: MeasureAction): ActionResult<SmsDraft> | null {
  const safely = useSafeAction();
  const [debounced] = useDebouncedValue(message, 250);
  const [measured, setMeasured] = useState<ActionResult<SmsDraft> | null>(null);
  const ask = useRef((text: string) => safely(measure(text)));

  useEffect(() => {
    if (debounced === "") return setMeasured(null);
    let current = true;
    ask.current(debounced).then((result) => current && setMeasured(result));
    return () => {
      current = false;
    };
  }, [debounced]);

  return measured;
}

interface SegmentsProps {
  typed: string;
  /** Null if there is no message. */
  draft: SmsDraft | null;
  recipients: number;
}

/** The number of segments, the reason for it, and the text with shortened links. */
function Segments({ typed, draft, recipients }: SegmentsProps) {
  const t = useTranslations("sms.segments");
  if (!draft) {
    return (
      <Text size="sm" c="dimmed">
        {t("none")}
      </Text>
    );
  }
  const { segments, units, room, encoding, foreign, text } = draft;
  return (
    <div className={classes.segments}>
      <Text role="status">
        <b>{t("count", { segments })}</b> · {t("room", { units, room })}
        {recipients > 1 && <> · {t("all", { recipients, all: segments * recipients })}</>}
      </Text>
      {encoding === "unicode" && (
        <Text c="var(--sp-accent)">
          {t("unicode", { characters: foreign.slice(0, 5).join(" "), count: foreign.length })}
        </Text>
      )}
      {text !== typed && (
        <>
          <Text size="sm" c="dimmed">
            {t("shortened")}
          </Text>
          <p className={classes.bubble}>{text}</p>
        </>
      )}
    </div>
  );
}
