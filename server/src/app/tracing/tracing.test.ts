// Traces of the service as processes: an API and a worker export to a collector.
import { staffScopes } from '@anden/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CollectedSpan, startCollector } from '../../../tests/harness/collector.ts'
import { serve } from '../../../tests/harness/command.ts'
import { scratch } from '../../../tests/harness/embedded/trial.ts'
import { useReceiver, useWebhooks } from '../../../tests/harness/prologue.ts'
import { startTestService } from '../../../tests/harness/service.ts'
import { processSettings, startWorkerProcess } from '../../../tests/harness/service-process.ts'
import { readConfig } from '../../config/settings.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'
import { openTracing } from './open.ts'

const receiver = await useReceiver()
const webhooks = await useWebhooks()
const collector = await startCollector()
const dataDir = await scratch()
afterAll(() => collector.stop())

/** Neither is hexadecimal, so no random id of a span can contain it. */
const secrets = { collectorKey: 'collector-key', amount: 4321.5 }
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callersSpan = '00f067aa0ba902b7'

/** Prints what is loaded for tracing. Not the API package, which better-auth loads itself where it finds one. */
const reportLoaded = `import{registerHooks}from"node:module";registerHooks({resolve(name,context,next){
const found=next(name,context);if(/@opentelemetry[/](?!api[/])|[/]app[/]tracing[/]/.test(found.url))process.stderr.write("LOADED "+found.url+"\\n");
return found}})`
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(reportLoaded)}`

describe('a payment with a webhook, of an API and a worker as separate processes', () => {
  let spans: CollectedSpan[]
  let output: string
  beforeAll(async () => {
    const settings = {
      ...processSettings(webhooks.service, dataDir),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${secrets.collectorKey}`,
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=portal-of-test',
      NODE_OPTIONS,
    }
    const client = await webhooks.aSubscriber(`${receiver.url}?token=hunter2`)
    const staffKey = await issueStaffKey(webhooks.db, { name: 'test', scopes: staffScopes })
    const worker = await startWorkerProcess(settings)
    const api = await serve(settings, ['--roles', 'api'])
    const response = await fetch(`${api.url}/api/v1/backoffice/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${staffKey.token}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${callersSpan}-01`,
      },
      body: JSON.stringify({ client_id: client.id, amount: secrets.amount, payment_method: 'qr' }),
    })
    expect(response.status).toBe(201)
    await receiver.arrived(1)
    // What is left is exported before the processes end.
    expect(await api.end('SIGTERM')).toBe(0)
    expect(await worker.end('SIGTERM')).toBe(0)
    spans = collector.spans.filter((span) => span.traceId === traceId)
    output = worker.stderr() + api.stderr()
  })
  const named = (name: string) => spans.filter((span) => span.name === name)

  test('the request continues the trace of its caller, by its route and client', () => {
    const [request] = named('POST /api/v1/backoffice/payments')
    expect(request).toMatchObject({ parentSpanId: callersSpan, service: 'portal-of-test' })
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v1/backoffice/payments',
      'http.response.status_code': '201',
    })
  })

  test('its statements belong to it, with their text', () => {
    const [request] = named('POST /api/v1/backoffice/payments')
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
    expect(statements.length).toBeGreaterThan(4)
    expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]))
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['insert account_entries', 'insert events', 'commit']),
    )
    const text = statements.map(({ attributes }) => attributes['db.query.text']).join('\n')
    expect(text).toContain('insert into audit_entries')
  })

  test('the delivery belongs to it although another process makes it, and its receiver gets that span', () => {
    const [request] = named('POST /api/v1/backoffice/payments')
    const [delivery, ...more] = named('deliver payment.received')
    expect(more).toEqual([])
    expect(delivery?.parentSpanId).toBe(request?.spanId)
    expect(delivery?.attributes).toMatchObject({
      'http.response.status_code': '200',
      'server.address': '127.0.0.1',
    })
    expect(receiver.received[0]?.headers['traceparent']).toBe(`00-${traceId}-${delivery?.spanId}-01`)
  })

  test('no span has a value, a path, a query or a credential', () => {
    const text = JSON.stringify(collector.spans)
    for (const secret of [String(secrets.amount), 'hunter2', 'Bearer', secrets.collectorKey])
      expect(text).not.toContain(secret)
    expect([...collector.paths]).toEqual([`POST /v1/traces ${secrets.collectorKey}`])
    expect(output).not.toContain('traces could not be exported')
    expect(output, 'so that its absence below means something').toContain('LOADED')
  })
})

test('without the setting nothing is loaded for tracing', async () => {
  const settings = { ...processSettings(webhooks.service, dataDir), NODE_OPTIONS }
  const plain = await serve(settings, ['--roles', 'api'])
  expect((await fetch(`${plain.url}/api/v1/portal/health`)).status).toBe(200)
  expect(await plain.end('SIGTERM')).toBe(0)
  expect(plain.stderr()).not.toContain('LOADED')
})

test.each([
  ['always_on', '00', '01'],
  ['always_off', '01', '00'],
  ['parentbased_always_on', '00', '00'],
  ['parentbased_always_off', '01', '01'],
  ['parentbased_traceidratio', '01', '01'],
])('OTEL_TRACES_SAMPLER=%s turns the flags %s of a caller into %s', async (sampler, given, expected) => {
  const settings = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' }
  const tracing = openTracing(readConfig(settings), pino({ level: 'silent' }))
  const { traceparent } = tracing.start('server', 'GET /', {}, `00-${traceId}-${callersSpan}-${given}`)
  expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-${expected}$`))
  await tracing.close()
})

test('a collector that is down neither fails requests nor fills the log', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const endpoint = 'http://127.0.0.1:9'
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = endpoint
  const tracing = openTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), log)
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  const service = await startTestService({ tracing })
  const client = await service.aClient()
  for (let times = 0; times < 20; times++) expect((await client.portal.get('/stock')).status).toBe(200)
  await service.stop()
  await tracing.close()
  expect(lines.length).toBeLessThanOrEqual(1)
})
