// Checks every response against the API description: the operation must list its status and its problem, and its body must
// match the schema.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { declarationDeps } from '../../src/app/deps.ts'
import {
  backofficePrefix,
  backofficeRouter,
  portalPrefix,
  portalRouter,
  signInReference,
} from '../../src/app/routes.ts'
import { csvPath } from '../../src/http/reads/csv/table.ts'
import { buildOpenApi } from '../../src/openapi/build.ts'
import { formats } from './ajv-formats.ts'
import type { HttpAnswer, Inspect } from './http.ts'

type Media = { schema: object; examples?: Record<string, unknown> }
type DocumentedResponse = { content?: Record<string, Media>; headers?: Record<string, unknown> }
type Operation = { responses: Record<string, DocumentedResponse> }
type Described = { pattern: RegExp; operations: Record<string, Operation>; pointer: string }

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

let inspect: Inspect | undefined

/** One instance for all test files of a process, because the compiled schemas are the same for each. */
export function documentedAnswers(): Inspect {
  inspect ??= buildInspect()
  return inspect
}

function buildInspect(): Inspect {
  const portal = buildOpenApi(portalRouter(declarationDeps), portalPrefix, declarationDeps, signInReference)
  const backoffice = buildOpenApi(
    backofficeRouter(declarationDeps),
    backofficePrefix,
    declarationDeps,
    signInReference,
  )
  const paths = [...describedPaths(portalPrefix, portal), ...describedPaths(backofficePrefix, backoffice)]
  const ajv = new Ajv2020({ strict: false, formats: { ...formats, 'date-time': timestamp, binary: true } })
  // Added as a whole, so that shared schemas are compiled once.
  ajv.addSchema(portal, portalPrefix).addSchema(backoffice, backofficePrefix)
  const validators = new Map<Media, ValidateFunction>()

  return (method, answer) => {
    // A list with `Accept: text/csv` is described at a path of its own.
    const described = isCsv(answer) && !answer.path.endsWith('.csv') ? csvPath(answer.path) : answer.path
    const path =
      paths.find(({ pattern }) => pattern.test(described)) ??
      paths.find(({ pattern }) => pattern.test(answer.path))
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = path?.operations[verb]
    if (!path || !operation) return expectNoSuchOperation(method, answer)
    const said = `${method} ${answer.path}: ${answer.status} ${answer.text}`
    const response = operation.responses[answer.status]
    if (!response) throw new Error(`a status that is not documented: ${said}`)
    checkHeaders(response, answer, said)
    if (answer.text === '') return
    const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
    const media = response.content?.[type]
    if (!media) throw new Error(`a content type that is not documented: ${said}`)
    checkCode(media, answer, said)
    const pointer = `${path.pointer}/${verb}/responses/${answer.status}/content/${escaped(type)}/schema`
    const validate = validators.get(media) ?? ajv.compile({ $ref: pointer })
    validators.set(media, validate)
    if (!validate(answer.body ?? answer.text))
      throw new Error(`not as documented: ${said} ${ajv.errorsText(validate.errors)}`)
  }
}

/** Literal paths before those with parameters: `/stock/lots` is not `/stock/{id}`. */
function describedPaths(prefix: string, document: ReturnType<typeof buildOpenApi>): Described[] {
  return Object.entries(document.paths as Record<string, Record<string, Operation>>)
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, operations]) => ({
      pattern: new RegExp(`^${rootOf(path, prefix)}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      operations,
      pointer: `${prefix}#/paths/${escaped(path)}`,
    }))
}

/** A member's name in a JSON Pointer within a URI. */
const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** The sign-in routes are under a prefix of their own, too, which people's browsers use. */
const rootOf = (path: string, prefix: string) => (path.startsWith('/auth/') ? `(?:${prefix}|/api)` : prefix)

/** A request that is not described must be refused. */
function expectNoSuchOperation(method: string, { path, status, text }: HttpAnswer<unknown>) {
  if (path.startsWith('/api/') && status < 400)
    throw new Error(`an operation that is not documented: ${method} ${path}: ${status} ${text}`)
}

const isCsv = ({ headers }: HttpAnswer<unknown>) =>
  headers.get('content-type')?.startsWith('text/csv') ?? false

/** Headers of every such response, except for the ETag with CSV. Only the portal has the limit: staff keys have none. */
const always = ['X-Request-Id', 'ETag', 'Location', 'WWW-Authenticate']

function checkHeaders({ headers = {} }: DocumentedResponse, answer: HttpAnswer<unknown>, said: string) {
  for (const name of Object.keys(headers)) {
    const isDue =
      (always.includes(name) && !(name === 'ETag' && isCsv(answer))) ||
      (name === 'X-RateLimit-Limit' && answer.path.startsWith(portalPrefix))
    if (isDue && !answer.headers.has(name)) throw new Error(`${name} is missing: ${said}`)
  }
}

function checkCode({ examples }: Media, { status, body }: HttpAnswer<unknown>, said: string) {
  if (status < 400) return
  const code = String((body as { type?: string }).type).split('/errors/')[1] ?? ''
  // A path parameter that is too long does not match the route.
  if (code === 'routing/not-found') return
  if (!Object.hasOwn(examples ?? {}, code.replace('/', '.')))
    throw new Error(`a problem that is not documented: ${said}`)
}
