// A minimal browser: it stores the cookies it is given and sends them back, from pages of the service. Each response is
// checked against the API description.
import { documentedAnswers } from './documented-answers.ts'
import { parseAnswer } from './http.ts'

export function browser(url: string) {
  const cookies = new Map<string, string>()
  const setCookies: string[] = []

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      headers: {
        origin: url,
        ...(cookies.size > 0
          ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line) || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const answer = await parseAnswer(response)
    documentedAnswers()(method, answer)
    return answer
  }

  return {
    cookies,
    /** The headers as sent, with their attributes. */
    setCookies,
    get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      call('POST', path, body, headers),
    signIn: (email: string, password: string) => call('POST', '/api/auth/sign-in/email', { email, password }),
  }
}

/** The headers that a browser sends with a request from a page of another origin, by kind of request. */
export const foreignOrigins: readonly [name: string, headers: Record<string, string>][] = [
  ['neither header', {}],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1' }],
  ['another origin of the site', { 'sec-fetch-site': 'same-site', origin: 'https://pages.example' }],
  ['another origin, in an older browser', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
]
