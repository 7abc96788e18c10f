// One request to the library, made from ours. Its refusals become problem documents, and session tokens are removed from
// its bodies, where a script could read them.
import type { ProblemCode } from '@anden/contract'
import { challengeCookie, cookieNamed, sessionCookie } from '../../http/admission/origins.ts'
import { type ProblemError, problem } from '../../problem.ts'
import { addressHeader, authPrefix } from './auth-route.ts'
import { signOut } from './endpoints.ts'
import type { SignInLibrary } from './library.ts'
import type { SignInRequest } from './perform.ts'

export type LibraryAnswer = {
  refusal: ProblemError | null
  body: Record<string, unknown>
  cookies: string[]
}

export async function callLibrary(
  library: SignInLibrary,
  baseUrl: string,
  given: SignInRequest,
): Promise<LibraryAnswer> {
  const { endpoint, request, body } = given
  const cookies = cookiesFor(given, baseUrl)
  const response = await library.handler(
    new Request(`${new URL(baseUrl).origin}${authPrefix}${endpoint.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
        [addressHeader]: request.ip,
        ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
      },
      body: JSON.stringify({ ...body, ...endpoint.more }),
    }),
  )
  const { token: _, ...rest } = (await response.json().catch(() => ({}))) as Record<string, unknown>
  return {
    refusal: response.ok ? null : refusalOf(String(rest['code'] ?? response.status)),
    body: rest,
    cookies: response.headers.getSetCookie(),
  }
}

/** A sign-in starts without cookies, so that it cannot continue a session that somebody else has planted. */
function cookiesFor({ endpoint, request, session }: SignInRequest, baseUrl: string): string[] {
  const names = [
    ...(session !== null || endpoint === signOut ? [sessionCookie(baseUrl)] : []),
    ...(endpoint.completesSignIn ? [challengeCookie(baseUrl)] : []),
  ]
  return names.flatMap((name) => {
    const value = cookieNamed(request.headers.cookie, name)
    return value === null ? [] : [`${name}=${value}`]
  })
}

const refusals: Record<string, ProblemCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'auth/invalid-login',
  INVALID_EMAIL: 'auth/invalid-login',
  INVALID_PASSWORD: 'auth/wrong-password',
  INVALID_TOKEN: 'auth/invalid-link',
  USER_NOT_FOUND: 'auth/invalid-link',
  INVALID_CODE: 'auth/invalid-code',
  INVALID_BACKUP_CODE: 'auth/invalid-code',
  INVALID_TWO_FACTOR_COOKIE: 'auth/second-factor-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'auth/second-factor-expired',
  TOTP_NOT_ENABLED: 'auth/second-factor-state',
  TOTP_ALREADY_ENABLED: 'auth/second-factor-state',
  TWO_FACTOR_NOT_ENABLED: 'auth/second-factor-state',
  BACKUP_CODES_NOT_ENABLED: 'auth/second-factor-state',
  409: 'auth/invalid-code',
  401: 'auth/invalid-session',
  UNAUTHORIZED: 'auth/invalid-session',
  // A change without members.
  400: 'validation/invalid-body',
}

function refusalOf(code: string): ProblemError {
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') {
    return problem('rate-limit/exceeded', {
      detail: 'Too many wrong codes. Try again in 15 minutes.',
      tier: 'auth',
      headers: { 'retry-after': '900' },
    })
  }
  const known = refusals[code]
  if (!known) throw new Error(`the sign-in library refused with ${code}`)
  return problem(known)
}
