/** What a browser sends with a request that a page of another origin makes, by what it is about. */
export const foreignOrigins: readonly [name: string, headers: Record<string, string>][] = [
  ['neither header', {}],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1' }],
  ['another origin of the site', { 'sec-fetch-site': 'same-site', origin: 'https://pages.example' }],
  ['another origin, in an older browser', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
]
