import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import {
  createContext,
  type FormEvent,
  type TransitionStartFunction,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from "react";
import type { ActionResult, FieldErrors } from "@/lib/contract/action-result";
import { useAccountZone } from "./account-zone";
import type { Versions } from "./conflicts";
import { useDraft, withKept } from "./drafts";
import { useUnsaved } from "./leave-guard";
import { notifyDone, notifyWarnings } from "./notify";
import { preHydrationValue } from "./pre-hydration-value";
import { useNavigate } from "./use-navigate";
import { useSafeAction } from "./use-safe-action";

interface EditorOptions<Form, Saved> {
  /** The form's first values. Empty text means not set. */
  initial: Form;
  /** The server action. It gets the changed fields, with null for cleared ones. */
  save: (changes: Record<string, unknown>) => Promise<ActionResult<Saved>>;
  onSaved: (saved: Saved) => void;
  /** Fields that must not be empty. The server cannot check that, because it ignores empty values. */
  required?: (keyof Form & string)[];
  onRefused?: (errors: FieldErrors) => void;
  /** The kind of thing that is created, for the draft in the browser. The draft of a change is that of its page. */
  draft?: string;
}

/** The part of an editor's form that fields work on. */
export interface Fields<Form> {
  form: Form;
  errors: FieldErrors;
  /** This object's path in the whole form, such as "content.colors". Empty for the whole form. */
  path: string;
  set: <Key extends keyof Form & string>(key: Key, value: Form[Key]) => void;
  /** Props that bind a text input to a field. */
  text: (key: KeyOf<Form, string>) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
  /** Props that bind a switch to a field. */
  toggle: (key: KeyOf<Form, boolean>) => {
    name: string;
    checked: boolean;
    onChange: (event: { currentTarget: { checked: boolean } }) => void;
  };
}

type KeyOf<Form, Type> = { [Key in keyof Form & string]: Form[Key] extends Type ? Key : never }[keyof Form & string];

function fieldsOf<Form>({ form, errors, path, set }: Omit<Fields<Form>, "text" | "toggle">): Fields<Form> {
  const nameOf = (key: string) => (path ? `${path}.${key}` : key);
  const text: Fields<Form>["text"] = (key) => ({
    name: nameOf(key),
    value: form[key] as string,
    error: errors[key],
    onChange: (event) => set(key, event.currentTarget.value as Form[typeof key]),
  });
  const toggle: Fields<Form>["toggle"] = (key) => ({
    name: nameOf(key),
    checked: form[key] as boolean,
    onChange: (event) => set(key, event.currentTarget.checked as Form[typeof key]),
  });
  return { form, errors, path, set, text, toggle };
}

/** An editor's state for `<Editor>`: its values, its errors, and whether it is being saved. */
export function useEditor<Form extends object, Saved>({
  initial,
  save,
  onSaved,
  required = [],
  onRefused,
  draft: kind,
}: EditorOptions<Form, Saved>) {
  const t = useTranslations("ui");
  const callAction = useSafeAction();
  const [form, setForm] = useState(initial);
  // The page may be read again while the form is open. The typed input is still compared with the form's initial
  // values.
  const [base, setBase] = useState({ initial, save });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [pending, startTransition] = useTransition();
  const [saved, setSaved] = useState<Form>();
  const element = useRef<HTMLFormElement>(null);

  const typed = useMemo(
    () => (form === saved ? {} : valuesOf(form, changesOf(form, base.initial))),
    [form, base, saved],
  );
  const page = usePathname();
  const draft = useDraft({
    kind: kind ?? page,
    typed,
    restore: (values) => setForm((present) => withKept(present, values)),
  });
  useUnsaved(Object.keys(typed).length > 0, draft.drop);

  // Wait until the section that hides the first refused field is open.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);

  const set: Fields<Form>["set"] = (key, value) => {
    setForm((present) => ({ ...present, [key]: value }));
    // An error about a field that was just changed is out of date.
    setErrors((present) =>
      Object.fromEntries(Object.entries(present).filter(([path]) => path !== key && !path.startsWith(`${key}.`))),
    );
  };

  // Input from before hydration.
  const zone = useAccountZone();
  useEffect(() => {
    for (const control of element.current?.elements ?? []) {
      const value = preHydrationValue(control, zone);
      const path = control.getAttribute("name")?.split(".");
      if (path && value !== undefined) setForm((present) => withValue(present, path, value));
    }
  }, [zone]);

  const showRefusal = (sentence: string, found: FieldErrors) => {
    const shown = Object.keys(found).some((path) => (path.split(".")[0] ?? "") in form);
    setErrors(found);
    setFailure(shown ? t("marked") : sentence);
    setRefusals((count) => count + 1);
    onRefused?.(found);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    const missing = required.filter((key) => isEmpty(form[key]));
    if (missing.length > 0) return showRefusal("", Object.fromEntries(missing.map((key) => [key, t("required")])));
    send(form, base);
  };

  const send = (sent: Form, on: typeof base) =>
    startTransition(async () => {
      const result = await callAction(on.save(changesOf(sent, on.initial)));
      if (!result.ok) return result.outdated ? outdated.open() : showRefusal(result.error, result.errors);
      draft.drop();
      setSaved(sent);
      notifyWarnings(result.warnings);
      onSaved(result.value);
    });

  const onMerged = (next: Form, present: typeof base) => {
    setBase(present);
    setForm(next);
    send(next, present);
  };
  const outdated = useConflict({ base, present: { initial, save }, form, onMerged });

  return {
    fields: fieldsOf({ form, errors, path: "", set }),
    // Once the marked fields have been changed, nothing is left to check.
    failure: failure === t("marked") && Object.keys(errors).length === 0 ? undefined : failure,
    ...{ pending: pending || outdated.reading, conflict: outdated.conflict },
    ...{ submit, element, draft },
  };
}

/** Returns the form with another value at a path, or unchanged if the path does not exist. */
function withValue<Form extends object>(form: Form, [key = "", ...rest]: string[], value: string | boolean): Form {
  if (Array.isArray(form) || !(key in form)) return form;
  const present = form[key as keyof Form];
  if (rest.length === 0) return { ...form, [key]: value };
  return typeof present === "object" && present ? { ...form, [key]: withValue(present, rest, value) } : form;
}

/** The fields that differ from `initial`. Null stands for cleared ones. */
export function changesOf<Form extends object>(form: Form, initial: Form): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(initial));
  const changed = Object.entries(form).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)),
  );
  return Object.fromEntries(changed.map(([key, value]) => [key, isEmpty(value) ? null : value]));
}

/** The present values of the changed fields. */
const valuesOf = (form: object, changes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(form).filter(([key]) => key in changes));

function isEmpty(value: unknown): boolean {
  if (value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.values(value).every((member) => member === false || isEmpty(member));
}

/** The fields of the object at `path` in the form of `whole`. */
export function partOf<Part extends object>(
  part: Part,
  path: string,
  whole: Pick<Fields<object>, "errors" | "path">,
  change: (part: Part) => void,
): Fields<Part> {
  const own = Object.entries(whole.errors).filter(([name]) => name.startsWith(`${path}.`));
  return fieldsOf({
    form: part,
    errors: Object.fromEntries(own.map(([name, sentence]) => [name.slice(path.length + 1), sentence])),
    path: whole.path ? `${whole.path}.${path}` : path,
    set: (key, value) => change({ ...part, [key]: value }),
  });
}

/** The props of the dialog that an editor shows when someone else has saved the same thing meanwhile. */
export interface OpenConflict<Form extends object> {
  versions: Versions<Form>;
  /** continues with the merged form */
  decide(form: Form): void;
  cancel: () => void;
}

interface ConflictOptions<Form, Save> {
  /** the values that the form's changes are compared with, and the action for exactly that version */
  base: { initial: Form; save: Save };
  /** the values and the action for the page's present version */
  present: { initial: Form; save: Save };
  form: Form;
  /** continues with the merged form on the present version */
  onMerged: (form: Form, present: { initial: Form; save: Save }) => void;
}

/** Reads the page again after a save was refused as outdated, then asks which values to keep. */
function useConflict<Form extends object, Save>({ base, present, form, onMerged }: ConflictOptions<Form, Save>) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [reading, startReading] = useTransition();
  const conflict: OpenConflict<Form> | undefined =
    isOpen && !reading
      ? {
          versions: { base: base.initial, mine: form, theirs: present.initial },
          decide: (merged) => {
            setOpen(false);
            onMerged(merged, present);
          },
          cancel: () => setOpen(false),
        }
      : undefined;
  const open = () =>
    startReading(() => {
      router.refresh();
      setOpen(true);
    });
  return { conflict, open, reading };
}

/** Returns a function that reports a save and then navigates. `created` is the title for new things. */
export function useSaved(created?: string) {
  const t = useTranslations("ui");
  const leadOn = useNavigate();
  return (name: string, next: string) => {
    notifyDone(created ?? t("saved"), name);
    leadOn(next);
  };
}

const none: [boolean, TransitionStartFunction] = [false, (work) => void work()];

/** Whether a file is being uploaded, and a function that uploads one. Saving waits for uploads. */
export const Uploading = createContext(none);

export const useUploading = () => use(Uploading);
