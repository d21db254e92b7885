import { createTranslator } from "use-intl/core";
import english from "@/messages/en/refusals.json";
import type { AppLocale } from "./locales";
import { type Params, type ParamsArgument, type Refusal, refusal } from "./refusal";
import { type ErrorKind, kindOf, type RefusalCode } from "./refusal-kinds";

/** Formats the English sentence of a refusal, for the API and for logs. */
export const englishOf = sentencesIn("en", english);

/** A problem of one field of an input. `path` is the field's name, with dots if it is nested. */
export interface FieldError extends Refusal {
  path: string;
  /** in English */
  message: string;
}

const appError = Symbol.for("signpost.AppError");

/**
 * A refusal: a code of messages/en/refusals.json with the parameters of its sentence. `message` is the English
 * sentence for the caller. Services throw it and know nothing of HTTP.
 */
export class AppError<Code extends RefusalCode = RefusalCode> extends Error implements Refusal {
  readonly [appError] = true;
  readonly code: RefusalCode;
  readonly params?: Params;
  readonly fields?: FieldError[];
  /** all causes, if there are more than the code names */
  reasons?: Refusal[];
  /** further members of the API's answer */
  more?: Record<string, unknown>;

  constructor(code: Code, ...given: [...ParamsArgument<Code>, fields?: FieldError[]]) {
    const [params, fields] = given as unknown as [params?: Params, fields?: FieldError[]];
    super(englishOf({ code, params }));
    this.code = code;
    this.params = params;
    this.fields = fields;
  }

  get kind(): ErrorKind {
    return kindOf[this.code];
  }

  /** `server.ts` and Next's bundles each have their own copy of this class, and must recognize the other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses use the ordinary check.
    if (this !== AppError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === "object" && value !== null && appError in value;
  }
}

/** Makes an error of a refusal that exists as data. */
export const errorOf = ({ code, params }: Refusal, fields?: FieldError[]) =>
  new AppError(code, params as Record<string, never>, fields);

export const fieldErrorOf = (path: string, { code, params }: Refusal): FieldError => ({
  path,
  code,
  ...(params && { params }),
  message: englishOf({ code, params }),
});

/** Makes an error of a refusal of one field that exists as data. */
export const fieldRefusalOf = (path: string, found: Refusal) => errorOf(found, [fieldErrorOf(path, found)]);

/** Makes the error for one refused field of an input. */
export const refusedField = <Code extends RefusalCode>(path: string, code: Code, ...params: ParamsArgument<Code>) =>
  fieldRefusalOf(path, refusal(code, ...params));

/** The refusal as the API returns it. */
export function presentRefusal({ code, message, fields, reasons: several, more }: AppError) {
  const errors = fields?.map(({ path, code, message }) => ({ path, code, message }));
  const reasons = several?.map((one) => ({ code: one.code, message: englishOf(one) }));
  return { code, message, ...(errors && { errors }), ...(reasons && { reasons }), ...more };
}

export const notFound = (what: string) => new AppError("not_found", { what });

/** The reason why the service cannot start, in one line for its administrator. */
export class StartError extends Error {}

/**
 * Returns a function that formats refusals in one language. It uses next-intl's own formatter because Next's build
 * compiles the messages for it, while server.ts and tests have them as written.
 */
export function sentencesIn(locale: AppLocale, messages: Record<RefusalCode, string>) {
  const translate = createTranslator({
    locale,
    messages: messages as Record<string, string>,
    onError: (error) => {
      throw error;
    },
  });
  return function sentence({ code, params = {} }: Refusal): string {
    const values = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === "object" ? sentence(value) : value,
    ]);
    return translate(code, Object.fromEntries(values));
  };
}
