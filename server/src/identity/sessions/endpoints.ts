// The routes of the sign-in library that exist here, with their bodies, the credentials that they need, and their actions
// in the audit log. The library has many more; a route that is not listed is not reachable.
import { Email, languages, Nullable, OneOf, Text } from '@anden/contract'
import { type TProperties, type TSchema, Type } from 'typebox'
import { passwordLength } from './policy.ts'

export type AuthEndpoint = {
  path: string
  body: TSchema | null
  session: 'required' | 'optional' | 'ignored'
  /** Whether it completes a sign-in that waits for its second factor. */
  completesSignIn: boolean
  /** Whether it checks a secret that could be guessed. Then it is limited per account and per network. */
  isGuessable: boolean
  /** In the audit log. */
  action: string
  /** What the library gets in addition to the body. */
  more?: Record<string, unknown>
}

const object = (properties: TProperties) => Type.Object(properties, { additionalProperties: false })
const email = Email('ana@losalamos.example')
const password = Type.String({ minLength: 1, maxLength: passwordLength.max })
const newPassword = Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max })
const passwordAlone = object({ password })
const code = Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9]{6}$' })

export const signIn: AuthEndpoint = {
  path: '/sign-in/email',
  body: object({ email, password }),
  session: 'ignored',
  completesSignIn: false,
  isGuessable: true,
  action: 'users.sign-in',
}

export const requestReset: AuthEndpoint = {
  path: '/request-password-reset',
  body: object({ email }),
  session: 'ignored',
  completesSignIn: false,
  isGuessable: false,
  action: 'users.request-password-reset',
}

export const resetPassword: AuthEndpoint = {
  path: '/reset-password',
  body: object({ token: Type.String({ minLength: 1, maxLength: 200 }), newPassword }),
  session: 'ignored',
  completesSignIn: false,
  isGuessable: true,
  action: 'users.set-password',
}

export const verifyTotp: AuthEndpoint = {
  path: '/two-factor/verify-totp',
  body: object({ code }),
  session: 'optional',
  completesSignIn: true,
  isGuessable: true,
  action: 'users.sign-in',
}

export const verifyRecoveryCode: AuthEndpoint = {
  path: '/two-factor/verify-backup-code',
  body: object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
  session: 'ignored',
  completesSignIn: true,
  isGuessable: true,
  action: 'users.sign-in',
}

/** Works without a session too: the cookie of one that has ended is deleted. */
export const signOut: AuthEndpoint = {
  path: '/sign-out',
  body: null,
  session: 'optional',
  completesSignIn: false,
  isGuessable: false,
  action: 'users.sign-out',
}

/** The caller must be signed in, and repeat the password. */
const withPassword = {
  session: 'required',
  completesSignIn: false,
  isGuessable: true,
} as const

export const endpoints: readonly AuthEndpoint[] = [
  signIn,
  requestReset,
  resetPassword,
  verifyTotp,
  verifyRecoveryCode,
  signOut,
  {
    path: '/change-password',
    body: object({ currentPassword: password, newPassword }),
    ...withPassword,
    action: 'users.change-password',
    more: { revokeOtherSessions: true },
  },
  {
    path: '/update-user',
    body: object({
      name: Type.Optional(Text(200)),
      language: Type.Optional(Nullable(OneOf(languages))),
    }),
    session: 'required',
    completesSignIn: false,
    isGuessable: false,
    action: 'users.update-profile',
  },
  {
    path: '/two-factor/enable',
    body: passwordAlone,
    ...withPassword,
    action: 'users.start-second-factor',
  },
  {
    path: '/two-factor/disable',
    body: passwordAlone,
    ...withPassword,
    action: 'users.remove-second-factor',
  },
  {
    path: '/two-factor/generate-backup-codes',
    body: passwordAlone,
    ...withPassword,
    action: 'users.renew-recovery-codes',
  },
]
