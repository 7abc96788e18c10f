// generated/schemas.ts: one type for every schema with a name, and the union of all events.
import { namedSchemas, type OpenApi, portalDocument, referencedBy, routesOf } from './documents.ts'
import { comment, membersOf, typeName, typeOf } from './typescript.ts'

const opening = `import type { DeliveryFault, FieldError, SheetError } from './faults.ts'

/** An enum to which the service may add values: handle those that you do not know. */
export type Open<Known extends string> = Known | (string & Record<never, never>)
`

/** These have types of their own, unions: events, and what has the code of a fault (faults.ts). */
const replaced = [
  'Event',
  'LaterEvent',
  'FieldError',
  'LineError',
  'SheetError',
  'DeliveryFault',
  ...webhooksOf().map(({ envelope }) => envelope),
]

export function schemaTypes(documents: OpenApi[]): string {
  const bodies = documents.flatMap(routesOf).map(({ operation }) => operation.requestBody)
  const inputs = referencedBy(bodies)
  const types = Object.entries(namedSchemas)
    .filter(([name]) => !replaced.includes(name))
    .map(([name, schema]) => {
      const direction = inputs.has(name) ? 'input' : 'output'
      return `${comment(schema.description)}export interface ${typeName(name)} ${membersOf(schema, direction)}\n`
    })
  return [opening, ...types, eventTypes()].join('\n')
}

/** Each event that is delivered, with the name of its envelope's schema. */
function webhooksOf() {
  return Object.entries(portalDocument.webhooks ?? {}).map(([type, { post }]) => {
    const reference = post.requestBody?.content['application/json']?.schema.$ref
    return { type, summary: post.summary, envelope: reference?.split('/').at(-1) ?? '' }
  })
}

/** The events by type, so that \`type\` narrows the payload. */
function eventTypes(): string {
  const payloads = webhooksOf().map(({ type, summary, envelope }) => {
    const payload = namedSchemas[envelope]?.properties?.['data']?.properties?.['object'] ?? {}
    return {
      type,
      line: `  /** ${summary} */\n  '${type}': ${typeOf(payload, 'output').replaceAll('\n', '\n  ')}\n`,
    }
  })
  const subscribable = payloads.filter(({ type }) => type !== 'webhook.test')
  return `/** The payload (\`data.object\`) of each type of event. */
export interface EventPayloads {
${subscribable.map(({ line }) => line).join('')}}

export type EventType = keyof EventPayloads

/** The envelope of an event, as the feed lists it and webhooks deliver it. */
export interface EventEnvelope<Type extends string, Payload> {
  /** \`evt_\` followed by a UUID */
  id: string
  type: Type
  /** UTC, ISO 8601 with milliseconds */
  created_at: string
  api_version: 'v1'
  /** \`false\`: in a sandbox. Events from before there were sandboxes do not have it: they are live */
  livemode?: boolean
  data: { object: Payload }
}

/** Any event. \`type\` narrows \`data.object\`. New types may be added: ignore those that you do not know. */
export type AndenEvent = { [Type in EventType]: EventEnvelope<Type, EventPayloads[Type]> }[EventType]
`
}
