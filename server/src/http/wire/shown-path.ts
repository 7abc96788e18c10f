// The path of a request as the log has it. The link of an invitation or a password reset contains a token that opens an account,
// that of a driver one that opens a trip, that of a remito one that accepts goods. Such a link can be misspelled on its way (a doubled slash, a capital, percent-encoding)
// and then is none of the declared routes. So of any other path, only what cannot be a token is logged.

/** `route` is its pattern, which ends with `*` if it matches anything. */
export function loggedPath(path: string, route: string): string {
  if (!route.startsWith('/') || route.endsWith('*')) return withoutTokens(path)
  if (!route.includes('/:token')) return path
  const parts = path.split('/')
  const shown = route.split('/').map((name, index) => (name === ':token' ? '…' : (parts[index] ?? '')))
  return shown.join('/')
}

/** The path as the response to a failed request names it, which people copy and photograph. */
export const pathInProblem = (path: string) => path.replace(/^(\/+[tr]\/+)[^/]+/i, '$1…')

function withoutTokens(path: string): string {
  const parts = decoded(path)
    .split(/[/\\]+/)
    .filter((part) => part !== '')
  const page = parts.findIndex((part) => linkPages.test(part))
  const shown = page === -1 ? parts : parts.slice(0, page + 1)
  const names = shown.map((part) => (isHarmless(part) ? part : '…'))
  return `/${[...names, ...(shown.length < parts.length ? ['…'] : [])].join('/')}`
}

/** The pages whose address goes on with a token. */
const linkPages = /^(?:welcome|reset|t|r)$/i

/** A token has 32 characters or more. Ids and files are of interest, and not secret. */
const isHarmless = (part: string) => shortName.test(part) || id.test(part) || fileName.test(part)
const shortName = /^[\w.~-]{1,24}$/
const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const fileName = /^[\w.-]{1,80}\.(?:js|css|map|json|html|svg|png|ico|woff2|txt|md|xml)$/

/** Decodes once: what is still encoded then is not harmless. */
const decoded = (path: string) =>
  path.replace(/(?:%[\da-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString())
