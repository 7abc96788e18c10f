/** With __Host- a browser takes the cookie over https only, for this host alone. */
export const cookiePrefix = (baseUrl: string) => (baseUrl.startsWith('https:') ? '__Host-anden' : 'anden')

export const sessionCookie = (baseUrl: string) => `${cookiePrefix(baseUrl)}.session_token`
