import { peek, processSingleton } from "./singleton";

export type Attributes = Record<string, string | number | boolean>;

/** A part of what a request or a task does, while traces are on. */
export interface Span {
  set(attributes: Attributes): void;
  end(error?: unknown): void;
}

/** Made of OpenTelemetry by server/traces.ts, which loads it only where traces are on. */
export interface Tracer {
  /** A part of what is under way; undefined where nothing is that is traced. It may end at any time. */
  begin(name: string, attributes: Attributes): Span | undefined;
  /** Does `work`: what it begins is part of it. */
  within<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T>;
  /** Has a function that is called later belong to what is under way now. */
  bind<F extends (...args: never[]) => unknown>(later: F): F;
}

export const provideTracer = (tracer: Tracer) => processSingleton("tracer", () => tracer);

export const tracer = (): Tracer | undefined => peek<Tracer>("tracer");

/** Undefined where traces are off: then nothing is made, not even the attributes. */
export const spanOf = (name: string, attributes: () => Attributes): Span | undefined =>
  tracer()?.begin(name, attributes());

/** Does `work`, as a part of what is under way where traces are on. */
export function traced<T>(name: string, attributes: () => Attributes, work: (span?: Span) => Promise<T>): Promise<T> {
  const on = tracer();
  return on ? on.within(name, attributes(), work) : work();
}
