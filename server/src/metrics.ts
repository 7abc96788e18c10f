import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

export const httpRequests = new Histogram({
  name: 'anden_http_request_seconds',
  help: 'Requests by method, route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

export const documentRenders = new Histogram({
  name: 'anden_document_render_seconds',
  help: 'Documents that were rendered, with the wait for a thread',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

const processes = new Gauge({
  name: 'anden_processes',
  help: 'Serving processes that are running on this machine under one supervisor',
  registers: [registry],
})
// Each counts itself, and the supervisor adds them up.
processes.set(1)

export const processRestarts = new Counter({
  name: 'anden_process_restarts_total',
  help: 'Serving processes that ended, and that their supervisor started again',
  registers: [registry],
})

export const databaseUp = new Gauge({
  name: 'anden_database_up',
  help: 'Whether the database answered during this scrape; if not, gauges that are read from it are stale',
  aggregator: 'first',
  registers: [registry],
})
