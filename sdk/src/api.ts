import type { ClientOptions } from './options.ts'
import type { ApiAccess } from './request.ts'

export function apiOf(options: ClientOptions, root: string): ApiAccess {
  const { baseUrl = (globalThis as { location?: { origin: string } }).location?.origin } = options
  if (baseUrl === undefined) throw new TypeError('baseUrl is missing')
  return { client: { ...options, baseUrl: baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl }, root }
}
