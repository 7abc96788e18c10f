// The sign-in library (better-auth), set up for us: our tables and names, our cookies, no sign-up, no redirects, no
// limits or logs of its own. It makes and ends sessions; requests read them without it (authenticate.ts).
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { uuidv7 } from 'uuidv7'
import type { Deps } from '../../app/deps.ts'
import { cookiePrefix } from '../../http/session-cookie.ts'
import { sendResetLink } from '../users/links.ts'
import { databaseAdapter } from './adapter.ts'
import { librarySecret, sessionPolicy } from './cookie.ts'
import { addressHeader, authPrefix, passwordLength } from './policy.ts'

const resetLinkSeconds = 3_600

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

export type SignInLibrary = ReturnType<typeof signInLibrary>

export function signInLibrary(deps: Pick<Deps, 'db' | 'secrets' | 'baseUrl' | 'log'>) {
  const baseUrl = deps.baseUrl()
  return betterAuth({
    appName: 'Andén',
    baseURL: new URL(baseUrl).origin,
    basePath: authPrefix,
    secret: librarySecret(deps.secrets),
    database: databaseAdapter(deps.db),
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    onAPIError: { onError: (error) => logUnexpected(deps.log, error) },
    advanced: {
      cookiePrefix: cookiePrefix(baseUrl),
      useSecureCookies: false,
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure: baseUrl.startsWith('https:'),
      },
      // http/same-origin.ts has checked the origin, by the rule of every other route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => uuidv7() },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetLinkSeconds,
      sendResetPassword: ({ user, token }) => sendResetLink(deps, user, token),
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: { language: { type: 'string', required: false } },
    },
    session: {
      modelName: 'sessions',
      fields: {
        token: 'token_hash',
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: sessionPolicy.maxMs / 1000,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'user_accounts',
      fields: { userId: 'user_id', providerId: 'provider_id', accountId: 'account_id', ...times },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: 'hashed',
    },
    plugins: [
      twoFactor({
        issuer: 'Andén',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
  })
}

function logUnexpected(log: Deps['log'], error: unknown) {
  const { name } = error as { name?: string }
  if (name !== 'APIError') log.error({ err: error }, 'signing in failed')
}
