// What the service sends can gain members, values of enums and types of events within v1. A generated client refuses what
// its description forbids, so the published description forbids none of it. Tests compare answers with the strict one.
// What the service accepts stays strict: a member that is not described is an error.

type Json = unknown
type Members = Record<string, Json>
type Described = {
  paths: Record<string, Members>
  webhooks?: Members
  components: { schemas: Members }
}

/** Longer lists are only in `x-extensible-enum`. */
const maxValuesInWords = 20

/** The same document, for clients to be generated from. */
export function openReplies<Document extends object>(strict: Document): Document {
  const document = strict as unknown as Described
  const { schemas } = document.components
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Members[])
  const inputs = new Set<string>()
  for (const { requestBody, parameters } of operations) collect([requestBody, parameters], schemas, inputs)

  const nullable = Object.keys(schemas).filter((name) => isNullable(schemas[name]) && !inputs.has(name))
  const open = opener(nullable)
  const openOperation = (operation: Members) => ({ ...operation, responses: open(operation['responses']) })
  const opened: Described = {
    ...document,
    paths: mapped(document.paths, (path) =>
      mapped(path as Members, (operation) => openOperation(operation as Members)),
    ) as Described['paths'],
    ...(document.webhooks ? { webhooks: open(document.webhooks) as Members } : {}),
    components: {
      ...document.components,
      schemas: mapped(schemas, (schema, name) =>
        inputs.has(name) ? schema : nullable.includes(name) ? withoutNull(open(schema)) : open(schema),
      ),
    },
  }
  const { Event: event } = opened.components.schemas as { Event?: { anyOf: Json[] } }
  if (event) {
    event.anyOf.push({ $ref: '#/components/schemas/LaterEvent' })
    opened.components.schemas['LaterEvent'] = laterEvent
  }
  return opened as unknown as Document
}

/** An event of a type that was added after the client was generated. */
const laterEvent = {
  title: 'LaterEvent',
  type: 'object',
  description: 'An event of a type that was added later: ignore it',
  properties: {
    id: { type: 'string' },
    type: { type: 'string' },
    created_at: { type: 'string', format: 'date-time' },
    api_version: { type: 'string' },
    livemode: { type: 'boolean' },
    data: {
      type: 'object',
      properties: { object: { type: 'object', additionalProperties: true } },
      required: ['object'],
    },
  },
  required: ['id', 'type', 'created_at', 'api_version', 'data'],
}

/** Adds the names of all components that a part of the document refers to, directly or not. */
function collect(part: Json, schemas: Members, found: Set<string>): void {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue
    found.add(name)
    collect(schemas[name], schemas, found)
  }
}

/** Values, in which no member is a keyword. */
const literals = ['example', 'examples', 'default', 'const', 'required']

/** `nullable`: components that can be null. Generators expect that of the member that refers to one, not of the component. */
function opener(nullable: readonly string[]) {
  return function open(part: Json): Json {
    if (Array.isArray(part)) return part.map(open)
    if (part === null || typeof part !== 'object') return part
    const { additionalProperties, enum: values, ...rest } = part as Members
    if (nullable.includes(String(rest['$ref']).replace('#/components/schemas/', '')))
      return { anyOf: [part, { type: 'null' }] }
    const members = mapped(rest, (member, name) => {
      if (literals.includes(name)) return member
      // The names of members are no keywords either.
      return name === 'properties' ? mapped(member as Members, open) : open(member)
    })
    if (additionalProperties !== undefined && additionalProperties !== false)
      members['additionalProperties'] = additionalProperties
    return Array.isArray(values) ? openEnum(members, values) : members
  }
}

const isNullable = (schema: Json) => [(schema as Members)['type']].flat().includes('null')
const withoutNull = (schema: Json) => ({ ...(schema as Members), type: 'object' })

function openEnum({ description, ...members }: Members, values: (string | null)[]): Members {
  const known = values.filter((value) => value !== null)
  // A single value is what the schema is recognised by.
  if (values.length === 1) return { ...members, ...(description ? { description } : {}), const: known[0] }
  const listed = known.map((value) => `\`${value}\``).join(', ')
  const text = known.length > maxValuesInWords ? '' : `One of ${listed}. `
  return {
    ...members,
    description: `${description ? `${description}. ` : ''}${text}Values may be added: accept those that you do not know`,
    'x-extensible-enum': known,
  }
}

const mapped = (object: Members, change: (value: Json, name: string) => Json): Members =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
