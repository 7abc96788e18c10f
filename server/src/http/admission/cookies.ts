/** The value of a cookie as sent, without decoding; of the first, if the name occurs twice. */
export function cookieNamed(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return null
}

/** Browsers accept a cookie with the prefix __Host- only over https, and send it only to this host. */
export const cookiePrefix = (baseUrl: string) => (baseUrl.startsWith('https:') ? '__Host-anden' : 'anden')

export const sessionCookie = (baseUrl: string) => `${cookiePrefix(baseUrl)}.session_token`

/** The cookie of a sign-in that waits for its second factor. */
export const challengeCookie = (baseUrl: string) => `${cookiePrefix(baseUrl)}.two_factor`
