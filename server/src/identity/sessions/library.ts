// The configuration of the sign-in library (better-auth): our tables, names, password hashes and cookies; no sign-up, no
// redirects, no rate limits or logs of its own. It creates and ends sessions; authenticate.ts reads them without it.

import { passwordLength } from '@anden/contract'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { uuidv7 } from 'uuidv7'
import type { Deps } from '../../deps.ts'
import { cookiePrefix } from '../../http/admission/origins.ts'
import type { Passwords } from '../passwords.ts'
import { databaseAdapter } from './adapter.ts'
import { addressHeader, authPrefix } from './auth-route.ts'
import { librarySecret, sessionPolicy } from './cookie.ts'
import { recoveryCodes } from './second-factor.ts'

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

export type SignInLibrary = ReturnType<typeof signInLibrary>

export function signInLibrary(deps: Pick<Deps, 'secrets' | 'baseUrl' | 'log'> & { passwords: Passwords }) {
  const baseUrl = deps.baseUrl()
  const secret = librarySecret(deps.secrets)
  return betterAuth({
    appName: 'Andén',
    baseURL: new URL(baseUrl).origin,
    basePath: authPrefix,
    secret,
    database: databaseAdapter,
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
      // http/admission/origins.ts checks the origin, with the same rule as on every other route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => uuidv7() },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      // The length is validated before (endpoints.ts), in characters. The library counts UTF-16 units.
      maxPasswordLength: 2 * passwordLength.max,
      password: {
        hash: (password) => deps.passwords.hash(password),
        verify: ({ password, hash }) => deps.passwords.verify(password, hash),
      },
      revokeSessionsOnPasswordReset: true,
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
      // jobs/retention.ts deletes what has expired.
      disableCleanup: true,
    },
    plugins: [
      twoFactor({
        issuer: 'Andén',
        backupCodeOptions: { storeBackupCodes: recoveryCodes(secret).store },
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
