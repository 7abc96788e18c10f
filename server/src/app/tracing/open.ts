// Tracing with OpenTelemetry. The file is loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set, and nothing else imports the
// library. Which span is current is kept here, and spans are started by hand in a few places: requests, statements, deliveries,
// jobs. The exporter reads its own standard settings (headers, time-out, compression), the resource its attributes.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config/settings.ts'
import { version } from '../../config/version.ts'
import { withTimeout } from '../../db/with-timeout.ts'
import type { Tracing, TracingSpan } from '../../deps.ts'
import type { Log } from '../log.ts'

/** The collector may be down when the process stops. */
const closeMs = 2_000
const reportEveryMs = 60_000
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

export function openTracing({ tracing: settings }: Pick<Config, 'tracing'>, log: Log): Tracing {
  reportFaults(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'anden',
      'service.version': version,
      'process.pid': process.pid,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    // Spans wait in a bounded queue; if the collector is down, they are dropped.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('anden', version)
  const currentSpan = new AsyncLocalStorage<TracingSpan & { context: Context }>()

  function contextOf(parent: string | null | undefined): Context {
    const remote = parent ? parseTraceParent(parent) : null
    if (remote) return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
    return currentSpan.getStore()?.context ?? ROOT_CONTEXT
  }

  return {
    start(kind, name, attributes, parent) {
      const within = contextOf(parent)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, within)
      const started: TracingSpan & { context: Context } = {
        context: trace.setSpan(within, span),
        traceparent: traceparentOf(span),
        run: (work) => currentSpan.run(started, work),
        set: (more) => void span.setAttributes(more),
        rename: (newName) => void span.updateName(newName),
        end(failure = null) {
          if (failure !== null) {
            span.setStatus({ code: SpanStatusCode.ERROR })
            span.setAttribute('error.type', failure)
          }
          span.end()
        },
      }
      return started
    },
    current: () => currentSpan.getStore() ?? null,
    async close() {
      await withTimeout(closeMs, provider.shutdown()).catch(() => undefined)
      diag.disable()
    },
  }
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The library reports a failed export each time, which would be every few seconds while the collector is down. */
function reportFaults(log: Log): void {
  let lastReport = Number.NEGATIVE_INFINITY
  const report = (message: string) => {
    if (performance.now() - lastReport < reportEveryMs) return
    lastReport = performance.now()
    log.warn({ reason: message.slice(0, 500) }, 'traces could not be exported; some are lost')
  }
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

// The standard samplers by their standard names. This version of the library leaves it to its user to read them.

function samplerOf({ sampler, ratio }: Pick<Config['tracing'], 'sampler' | 'ratio'>): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const root = rootSampler(name ?? '', ratio)
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler()
}
