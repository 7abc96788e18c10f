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
import type pg from 'pg'
import type { Config } from '../../config/settings.ts'
import { version } from '../../config/version.ts'
import { sql, statementName } from '../../db/sql.ts'
import { withTimeout } from '../../db/with-timeout.ts'
import type { Tracing, TracingSpan } from '../../deps.ts'
import type { Sender } from '../../webhooks/send.ts'
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

// Spans of database statements: those of a request or a job, not those of polling. Their text has placeholders instead of values.

const noteForEvents = (traceparent: string) =>
  sql`select set_config('anden.traceparent', ${traceparent}, true)`
/** Not the locks of `for update`, nor what `on conflict` does. */
const changes = /(?<!\bfor |\bkey |\bdo )\b(insert into|update|delete from)\s+([a-z_]{1,63})/
const isCommand = /^(commit|rollback|savepoint|release)\b/

type Answered = (error: Error | undefined, result: pg.QueryResult) => void
type Query = (config: pg.QueryConfig, answered: Answered) => void

/** Called for every connection of the pool. Statements come from `db/driver/send.ts` alone, so each has a config and a callback. */
export const traceStatements = (tracing: Tracing) => (connection: pg.ClientBase) => {
  const query: Query = connection.query.bind(connection)
  const traced: Query = (config, answered) => {
    const current = tracing.current()
    if (!current) return query(config, answered)
    if (config.text.startsWith('begin')) return beginIn(current, config, answered, query)
    const span = tracing.start('client', summaryOf(config.text), {
      'db.system.name': 'postgresql',
      'db.query.text': config.text,
    })
    query(config, (error, result) => {
      span.end(error ? ((error as { code?: string }).code ?? 'failed') : null)
      answered(error, result)
    })
  }
  connection.query = traced as typeof connection.query
}

/** Events of the transaction get the span as their origin, by the default of their column. */
function beginIn({ traceparent }: TracingSpan, config: pg.QueryConfig, answered: Answered, query: Query) {
  query(config, answered)
  if (config.text !== 'begin') return
  const { text, values } = noteForEvents(traceparent)
  const name = config.name && statementName(text)
  // If the transaction fails, its own statements report it.
  query({ name, text, values: values as unknown[] }, () => undefined)
}

const summaries = new Map<string, string>()

/** The operation and its table, as the semantic conventions have it. */
function summaryOf(text: string): string {
  let summary = summaries.get(text)
  if (summary === undefined) {
    summary = isCommand.exec(text)?.[1] ?? describe(text)
    summaries.set(text, summary)
  }
  return summary
}

/** In a statement with several parts, the one that changes rows says what it is for. */
function describe(text: string): string {
  const [, change, changed] = changes.exec(text) ?? []
  if (change && changed) return `${change.split(' ')[0]} ${changed}`
  const read = /\bfrom\s+([a-z_]{1,63})/.exec(text)?.[1]
  return read ? `select ${read}` : 'select'
}

// Spans of webhook attempts. Each continues the trace of the request that caused its event, in whichever process it is sent, and
// its receiver gets it as the header traceparent. A webhook's URL may contain a secret of its receiver: only the host is recorded.

export function tracedSender(
  sender: Sender,
  tracing: Tracing,
  originOf: (eventId: string) => Promise<string | null>,
): Sender {
  return {
    async send(request) {
      const { headers } = request
      const eventId = headers['Service-Event-Id'] ?? ''
      const origin = await originOf(eventId.replace(/^evt_/, '')).catch(() => null)
      const span = tracing.start(
        'client',
        `deliver ${headers['Service-Event-Type'] ?? 'event'}`,
        attributesOf(request),
        origin,
      )
      const outcome = await sender.send({
        ...request,
        headers: { ...headers, traceparent: span.traceparent },
      })
      if (outcome.responseStatus !== null) span.set({ 'http.response.status_code': outcome.responseStatus })
      span.end(outcome.succeeded ? null : String(outcome.responseStatus ?? 'failed'))
      return outcome
    },
    close: () => sender.close(),
  }
}

function attributesOf({ url, headers }: Parameters<Sender['send']>[0]) {
  return {
    'http.request.method': 'POST',
    'http.request.resend_count': Number(headers['Service-Delivery-Attempt'] ?? 1) - 1,
    'server.address': URL.parse(url)?.hostname ?? '',
    'anden.event_id': headers['Service-Event-Id'] ?? '',
    'anden.delivery_id': headers['Service-Delivery-Id'] ?? '',
  }
}
