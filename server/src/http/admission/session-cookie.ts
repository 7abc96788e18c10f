/** Browsers accept a cookie with the prefix __Host- only over https, and send it only to this host. */
export const cookiePrefix = (baseUrl: string) => (baseUrl.startsWith('https:') ? '__Host-anden' : 'anden')

export const sessionCookie = (baseUrl: string) => `${cookiePrefix(baseUrl)}.session_token`

/** Of a sign-in that waits for its second factor. */
export const challengeCookie = (baseUrl: string) => `${cookiePrefix(baseUrl)}.two_factor`
