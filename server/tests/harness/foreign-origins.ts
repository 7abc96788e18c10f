/** The headers that a browser sends with a request from a page of another origin, by kind of request. */
export const foreignOrigins: readonly [name: string, headers: Record<string, string>][] = [
  ['neither header', {}],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1' }],
  ['another origin of the site', { 'sec-fetch-site': 'same-site', origin: 'https://pages.example' }],
  ['another origin, in an older browser', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
]
