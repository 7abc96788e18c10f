// A collection for Postman (format 2.1), which Bruno and Insomnia import too, from an OpenAPI document: a folder per tag, a
// request per operation with the example of its body. Base URL and key are variables of the environment.

type Parameter = { name: string; in: string; required: boolean; description?: string }
type Operation = {
  summary: string
  description?: string
  tags: string[]
  security?: object[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}
type ApiDocument = {
  info: Record<string, unknown>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown>>
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** `keyVariable` names the variable of the environment that has the key. */
export function postmanCollection(document: ApiDocument, keyVariable: string) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as Operation,
    })),
  )
  const base = `{{base_url}}${document.servers[0]?.url ?? ''}`
  return {
    info: { name: document.info['title'], description: document.info['summary'], schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: `{{${keyVariable}}}`, type: 'string' }] },
    item: document.tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => requestOf(base, path, method, operation)),
    })),
  }
}

function requestOf(base: string, path: string, method: string, operation: Operation) {
  const { summary, description, parameters, requestBody, security } = operation
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ':$1')
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description: description ?? summary,
      ...(security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: of('header').map(headerOf),
      url: {
        raw: `${base}/${segments}`,
        host: [base],
        path: segments.split('/'),
        // Optional filters are listed, but not sent until the user fills them in.
        query: of('query').map((parameter) => ({ ...fieldOf(parameter), disabled: !parameter.required })),
        variable: of('path').map(fieldOf),
      },
      ...bodyOf(requestBody?.content ?? {}),
    },
  }
}

const fieldOf = ({ name, description }: Parameter) => ({
  key: name,
  value: '',
  description: description ?? '',
})

function headerOf(parameter: Parameter) {
  // A new key for each request: sending twice then places two orders, as a user who tries things out expects.
  const value = parameter.name === 'Idempotency-Key' ? '{{$guid}}' : ''
  return { ...fieldOf(parameter), value, disabled: !parameter.required }
}

function bodyOf(content: Record<string, { example?: unknown }>) {
  const [type, media] = Object.entries(content)[0] ?? []
  if (!type || !media) return {}
  if (type === 'application/json') {
    const raw = JSON.stringify(media.example, null, 2)
    return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
  }
  if (type === 'multipart/form-data')
    return { body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }] } }
  return { body: { mode: 'file', file: {} } }
}

/** The variables that the collections use, for a service on this machine. */
export const postmanEnvironment = {
  name: 'Andén, local',
  values: [
    { key: 'base_url', value: 'http://localhost:3000', type: 'default', enabled: true },
    { key: 'api_key', value: '', type: 'secret', enabled: true },
    { key: 'staff_key', value: '', type: 'secret', enabled: true },
  ],
  _postman_variable_scope: 'environment',
}
