import { peek, processSingleton } from "@/lib/platform/singleton";

export type Attributes = Record<string, string | number | boolean>;

/** A part of a traced request or task. */
export interface Span {
  set(attributes: Attributes): void;
  end(error?: unknown): void;
}

/** Implemented with OpenTelemetry by lib/platform/log/traces.ts, which loads it only if traces are on. */
export interface Tracer {
  /** Starts a span within the present one; undefined if there is none. It may end at any time. */
  begin(name: string, attributes: Attributes): Span | undefined;
  /** Runs `work` in a span. Spans that it starts belong to that span. */
  within<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T>;
}

export const provideTracer = (tracer: Tracer) => processSingleton("tracer", () => tracer);

export const tracer = (): Tracer | undefined => peek<Tracer>("tracer");

/** Starts a span. Undefined if traces are off; then not even the attributes are computed. */
export const openSpan = (name: string, attributes: () => Attributes): Span | undefined =>
  tracer()?.begin(name, attributes());

/** Runs `work`, in a span if traces are on. */
export function traced<T>(name: string, attributes: () => Attributes, work: (span?: Span) => Promise<T>): Promise<T> {
  const on = tracer();
  return on ? on.within(name, attributes(), work) : work();
}
