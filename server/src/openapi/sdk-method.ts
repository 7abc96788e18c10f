// Which method of the SDK an operation is: `GET /stock/lots` is `stock.lots.list`, and `POST /webhooks/{id}/rotate-secret`
// is `webhooks.rotateSecret`. The static segments of a path are the resource. A POST to an action is the method itself. The
// routes of signing in are all in `auth`, under the names of their operations. The SDK is generated with these names.

const standardVerbs = ['list', 'get', 'create', 'update', 'delete']

const camelCase = (segment: string) => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const isStatic = (segment: string) => segment !== '' && !segment.startsWith('{')

/** `answersList`: the response has rows, or is a file of them. */
export function sdkMethod(path: string, operationId: string, answersList: boolean) {
  const segments = path.split('/').filter(isStatic).map(camelCase)
  const verb = /^[a-z]+/.exec(operationId)?.[0] ?? ''
  if (/^(\/api)?\/auth\//.test(path)) return { resource: ['auth'], name: operationId }
  if (!standardVerbs.includes(verb)) return { resource: segments.slice(0, -1), name: segments.at(-1) ?? '' }
  return { resource: segments, name: verb === 'list' && !answersList ? 'get' : verb }
}
