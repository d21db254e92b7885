import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, type Span as OtelSpan, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import { counts } from "./counts";
import { log } from "./log";
import { provideTracer, type Span } from "./tracing";

/** How many spans may wait to be sent; further ones are dropped. */
const MOST_WAITING = 2_048;
const STOP_WITHIN_MS = 1_500;
const COMPLAIN_EVERY_MS = 60_000;

/**
 * Traces this process from now on and sends the traces to OTEL_EXPORTER_OTLP_ENDPOINT. Returns a function that stops
 * it.
 */
export function startTraces(version: string): () => Promise<unknown> {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "signpost", "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(counted(new OTLPTraceExporter()), { maxQueueSize: MOST_WAITING })],
  });
  const tracer = provider.getTracer("signpost");
  const storage = new AsyncLocalStorage<Context>();

  provideTracer({
    begin(name, attributes) {
      const parent = storage.getStore();
      // Work without a parent, such as a check of the database, is not worth a trace.
      return parent && spanOf(tracer.startSpan(name, { attributes }, parent));
    },
    async within(name, attributes, work) {
      const span = tracer.startSpan(name, { attributes }, storage.getStore() ?? ROOT_CONTEXT);
      const own = spanOf(span);
      try {
        const result = await storage.run(trace.setSpan(storage.getStore() ?? ROOT_CONTEXT, span), () => work(own));
        own.end();
        return result;
      } catch (error) {
        own.end(error);
        throw error;
      }
    },
  });
  return () => Promise.race([provider.shutdown(), new Promise((done) => setTimeout(done, STOP_WITHIN_MS).unref())]);
}

/** Records only an error's name and code, because its message may contain user input. */
const spanOf = (span: OtelSpan): Span => ({
  set: (attributes) => void span.setAttributes(attributes),
  end(error) {
    if (error) {
      const { name = "Error", code } = error as { name?: string; code?: unknown };
      span.setAttribute("error.type", typeof code === "string" ? code : name);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  },
});

/** Counts spans that are sent and dropped, and logs dropped ones once a minute. */
function counted(exporter: SpanExporter): SpanExporter {
  const { spans } = counts();
  let complainedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        if (result.code === 0) spans.sent += batch.length;
        else spans.dropped += batch.length;
        if (result.code !== 0 && performance.now() - complainedAt > COMPLAIN_EVERY_MS) {
          complainedAt = performance.now();
          log.warn({ error: result.error?.message }, "traces cannot be sent now; they are dropped");
        }
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
