// Operation ids in the form that generated clients expect: `listOrders`, `getOrder`, `createOrder`, `voidRemito`. A path
// names resources in the plural; a POST to a last segment that is not a plural is an action on the resource before it.
import type { Route } from '../http/routing/route.ts'

const verbs = { POST: 'create', PATCH: 'update', DELETE: 'delete' } as const

export function operationId({ method, path, isList, document, isSheet }: Route): string {
  const segments = path.split('/').slice(1)
  const last = segments.at(-1) ?? ''
  const names = segments.flatMap((segment, i) =>
    isParameter(segment) ? [] : [isParameter(segments[i + 1]) ? singular(segment) : segment],
  )
  if (isSheet) return camelCase(['export', ...names.slice(0, -1)])
  if (method === 'GET') {
    // One document of several rows: `listRemitosPdf` beside `getRemitoPdf`.
    const ofSeveral = isList || isPlural(last) || (document !== null && !segments.some(isParameter))
    return camelCase([ofSeveral ? 'list' : 'get', ...names])
  }
  if (method !== 'POST' || isParameter(last)) return camelCase([verbs[method], ...names])
  const resources = names.slice(0, -1)
  if (isPlural(last)) return camelCase([verbs.POST, ...resources, singular(last)])
  const [action = '', ...object] = last.split('-')
  return camelCase([action, ...resources, ...object])
}

const isParameter = (segment = '') => segment.startsWith(':')
const isPlural = (segment: string) => segment.endsWith('s')
const singular = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '')

const camelCase = (words: readonly string[]) =>
  words.join('-').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
