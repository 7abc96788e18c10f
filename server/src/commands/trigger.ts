// Sends a sample of an event to a client's own endpoints, so that a receiver can be tried without an order.
import { type EventType, eventTypes } from '@anden/contract'
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../config/settings.ts'
import type { Db } from '../db/database.ts'
import { isDemo } from '../demo/people.ts'
import { clientById } from '../identity/queries.ts'
import { eventSample } from '../openapi/event-samples.ts'
import { openConfiguredSecrets } from '../secret-key/stored-key.ts'
import { endpointsOf } from '../webhooks/queries.ts'
import { createSender } from '../webhooks/send.ts'
import { keyRing } from '../webhooks/sign.ts'
import { triggerEvent } from '../webhooks/test-event.ts'
import { idArgument } from './arguments.ts'
import { type JsonOption, print, say, withJson } from './output.ts'
import { withDatabase } from './with-database.ts'

type TriggerOptions = JsonOption & { client: string; endpoint?: string }

export function triggerCommand(program: Command) {
  withJson(
    program
      .command('trigger')
      .description("send a signed sample of an event to a client's endpoints, marked as a test")
      .argument('<event.type>', 'the type of the event, such as order.approved', eventType),
  )
    .requiredOption('--client <id>', 'the client that owns the endpoints', idArgument)
    .option(
      '--endpoint <id>',
      'only this endpoint, even if it is paused or does not subscribe to the type (default: every active endpoint that does)',
      idArgument,
    )
    .addHelpText('after', helpText)
    .action(trigger)
}

const helpText = `
The event is made up and its id begins with evt_test_: no data changes, nothing is added to the delivery history,
and a failure is neither counted nor retried. The command fails if an endpoint does not respond with 2xx.

The types are:
${eventTypes.map((type) => `  ${type}`).join('\n')}

To see an event here, run "anden listen" and register the URL that it prints as an endpoint.`

async function trigger(type: EventType, options: TriggerOptions) {
  const { client, endpoint: only = null } = options
  const result = await withDatabase(async (db, config) => {
    await checkTargets(db, client, only, type)
    const webhooks = { ...config.webhooks, allowPrivate: await allowsPrivate(db, config) }
    const sender = createSender(webhooks, (error) => say(error.message))
    const deps = { db, ring: keyRing(await openConfiguredSecrets(db, config)), sender, clock: Date.now }
    const sample = eventSample(type, Date.now())
    return triggerEvent(deps, { clientId: client, endpointId: only, ...sample }).finally(() => sender.close())
  })
  const { id, deliveries } = result
  if (options.json) print(result, options)
  else {
    print(
      deliveries.map((delivery) => ({ event: id, ...delivery })),
      options,
      ['event', 'endpoint_id', 'url', 'succeeded', 'response_status', 'duration_ms', 'error'],
    )
  }
  const failures = deliveries.filter(({ succeeded }) => !succeeded)
  if (failures.length > 0) {
    throw new Error(
      `not accepted by ${failures.map(({ url, error }) => `${url}: ${error}`).join(', ')}${advice(failures)}`,
    )
  }
}

/** The demo allows private addresses, as its service does, so that `anden listen` works at once. */
async function allowsPrivate(db: Db, { webhooks, dataDir }: Config): Promise<boolean> {
  if (webhooks.allowPrivate || !(await isDemo(db, dataDir))) return webhooks.allowPrivate
  say('demo: http and private addresses are allowed, including this machine')
  return true
}

const advice = (failures: readonly { error: string | null }[]) =>
  failures.some(({ error }) => error?.startsWith('address not allowed'))
    ? ' (WEBHOOK_ALLOW_PRIVATE=true allows http and private addresses, for development)'
    : ''

async function checkTargets(db: Db, clientId: string, only: string | null, type: EventType) {
  if (!(await db.maybeOne(clientById(clientId)))) {
    throw new Error(`there is no client ${clientId}: anden client list shows all clients`)
  }
  const endpoints = await db.rows(endpointsOf(clientId))
  if (endpoints.length === 0) throw new Error('the client has no endpoint: POST /webhooks registers one')
  const listed = endpoints.map(({ id, url, status }) => `${id} (${url}, ${status})`).join(', ')
  if (only !== null && !endpoints.some(({ id }) => id === only)) {
    throw new Error(`the client has no endpoint ${only}; its endpoints are ${listed}`)
  }
  const isTarget = (endpoint: (typeof endpoints)[number]) =>
    endpoint.status === 'active' && endpoint.events.includes(type)
  if (only === null && !endpoints.some(isTarget)) {
    throw new Error(
      `no active endpoint of the client subscribes to ${type}: choose one with --endpoint, of ${listed}`,
    )
  }
}

function eventType(text: string): EventType {
  if ((eventTypes as readonly string[]).includes(text)) return text as EventType
  const nearest = nearestName(text, eventTypes)
  const suggestion = nearest ? `did you mean ${nearest}? ` : ''
  throw new InvalidArgumentError(`${suggestion}The event types are ${eventTypes.join(', ')}`)
}

// Guesses what a mistyped name was meant to be.

/** null: none is close. Up to a third of its characters may differ. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  // No name is longer, and the cost grows with the length.
  const given = typed.toLowerCase().slice(0, 100)
  const [best] = names
    .map((name) => ({ name, distance: editDistance(given, name) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, best.name.length / 3) ? best.name : null
}

/** Levenshtein's: the least number of characters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
