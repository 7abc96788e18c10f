// Makes the methods of a client from its table of routes. An entry is `<kind><flag> <path>`; a path that does not
// begin with a slash is below that of its resource, and one that begins with a colon below that of each: in `stock.history`
// `:/export` is `/stock/{id}/history/export`. A full stop at the end is the name of the method.
//
//   kind   GET, POST, PATCH, DELETE: JSON. LIST: a list by pages, ROWS: a list in one piece. BLOB: a file.
//          STREAM: a file that can be too large for memory. FILE: sends a file as form data. CSV: sends CSV.
//   flag   `!` takes an Idempotency-Key. `*` and `?` say of a single route that it may, or must not, be repeated
//          after an attempt that got no response.
import { sendNow } from './call.ts'
import { ListCall } from './list-call.ts'
import type { IdempotentOptions } from './options.ts'
import { type ApiAccess, type RequestInput, readBlob, readJson, readStream, request } from './request.ts'

export type RouteTable = { readonly [name: string]: string | RouteTable }
type Method = (...parameters: never[]) => unknown

const csvType = 'text/csv'
const maxPageSize = 100

export function addMethods(target: object, api: ApiAccess, table: RouteTable, base = ''): object {
  for (const [name, entry] of Object.entries(table)) {
    const member =
      typeof entry === 'string'
        ? methodFor(api, entry, base, name)
        : addMethods({}, api, entry, `${base}/${name}`)
    Object.assign(target, { [name]: member })
  }
  return target
}

/** The parameters of a method: those of the path, then the query or the body, then the options. */
function methodFor(api: ApiAccess, entry: string, base: string, name: string): Method {
  const [, kind = '', flag = '', shown = ''] = /^(\w+)([!*?]?) ?(.*)$/.exec(entry) ?? []
  const own = shown.replace(/\.$/, name.replace(/[A-Z]/g, '-$&').toLowerCase())
  const ofEach = base.replace(/\/\w+$/, '/{id}$&')
  const path = own[0] === '/' ? own : own[0] === ':' ? ofEach + own.slice(1) : base + (own && `/${own}`)
  const idCount = path.split('{').length - 1
  return (...parameters: unknown[]) => {
    const ids = parameters.slice(0, idCount)
    const [first, second, third] = parameters.slice(idCount) as [
      RequestInput['query'],
      RequestInput['query']?,
      object?,
    ]
    const route = { path, ids, flag }
    if (kind === 'DELETE') return sendNow(() => request(api, { ...route, method: kind }, first, readJson))
    if (kind === 'POST' || kind === 'PATCH') {
      const json = { ...route, method: kind, body: JSON.stringify(first), type: 'application/json' }
      return sendNow(() => request(api, json, second, readJson))
    }
    if (kind === 'FILE') {
      return sendNow(() =>
        request(api, { ...route, method: 'POST', body: formWith(first) }, second, readJson),
      )
    }
    if (kind === 'CSV') {
      const csv = { ...route, method: 'POST', body: first as unknown as string, type: csvType, query: second }
      return sendNow(() => request(api, csv, third, readJson))
    }
    const read = { ...route, method: 'GET', query: first }
    if (kind === 'BLOB') return sendNow(() => request(api, read, second, readBlob))
    if (kind === 'STREAM') return sendNow(() => request(api, { ...read, isStream: true }, second, readStream))
    if (kind === 'GET') return sendNow(() => request(api, read, second, readJson))
    return listOf(api, read, kind === 'LIST', second)
  }
}

function listOf(api: ApiAccess, read: RequestInput, isPaged: boolean, options?: IdempotentOptions) {
  const withQuery = (query: object) => ({ ...read, query: { ...read.query, ...query } })
  const all = withQuery({ limit: undefined, cursor: undefined })
  const largest = isPaged ? { limit: read.query?.['limit'] ?? maxPageSize } : {}
  return new ListCall({
    page: () => request(api, read, options, readJson),
    nextPage: (cursor) =>
      request(api, withQuery(cursor ? { ...largest, cursor } : largest), options, readJson),
    csv: () => request(api, { ...all, accept: csvType, isStream: true }, options, readStream),
  })
}

/** A form of several fields is made by the caller. */
function formWith(file: unknown): FormData {
  if (file instanceof FormData) return file
  const form = new FormData()
  // The service also checks the file name, and a Blob has none.
  const name = (file as Partial<File>).name ?? 'document.pdf'
  form.append('file', file as Blob, name)
  return form
}
