// Which of the sign-in library's routes there are, what each takes, and what the audit log says of it. The library
// has many more; what is not listed here does not exist.
import { Email, languages, Nullable, OneOf, Text } from '@anden/contract'
import { type TProperties, type TSchema, Type } from 'typebox'
import { passwordLength } from './policy.ts'

export type AuthEndpoint = {
  path: string
  body: TSchema | null
  /** `challenge`: a sign-in that waits for its second factor, or a session that sets one up. */
  access: 'public' | 'session' | 'challenge'
  /** What a guess at it would be about; limited per account and per network. */
  guess: 'password' | 'code' | 'link' | null
  /** For the audit log. */
  action: string
  /** What the library is told beside the body. */
  more?: Record<string, unknown>
}

const object = (properties: TProperties) => Type.Object(properties, { additionalProperties: false })
const email = Email('ana@losalamos.example')
const password = Type.String({ minLength: 1, maxLength: passwordLength.max })
const newPassword = Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max })
const withPassword = object({ password })
const code = Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9]{6}$' })

export const signIn: AuthEndpoint = {
  path: '/sign-in/email',
  body: object({ email, password }),
  access: 'public',
  guess: 'password',
  action: 'users.sign-in',
}

export const requestReset: AuthEndpoint = {
  path: '/request-password-reset',
  body: object({ email }),
  access: 'public',
  guess: null,
  action: 'users.request-password-reset',
}

export const resetPassword: AuthEndpoint = {
  path: '/reset-password',
  body: object({ token: Type.String({ minLength: 1, maxLength: 200 }), newPassword }),
  access: 'public',
  guess: 'link',
  action: 'users.set-password',
}

export const verifyTotp: AuthEndpoint = {
  path: '/two-factor/verify-totp',
  body: object({ code }),
  access: 'challenge',
  guess: 'code',
  action: 'users.sign-in',
}

export const endpoints: readonly AuthEndpoint[] = [
  signIn,
  requestReset,
  resetPassword,
  verifyTotp,
  {
    path: '/two-factor/verify-backup-code',
    body: object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    access: 'challenge',
    guess: 'code',
    action: 'users.sign-in',
  },
  { path: '/sign-out', body: null, access: 'session', guess: null, action: 'users.sign-out' },
  {
    path: '/change-password',
    body: object({ currentPassword: password, newPassword }),
    access: 'session',
    guess: 'password',
    action: 'users.change-password',
    more: { revokeOtherSessions: true },
  },
  {
    path: '/update-user',
    body: object({
      name: Type.Optional(Text(200)),
      language: Type.Optional(Nullable(OneOf(languages))),
    }),
    access: 'session',
    guess: null,
    action: 'users.update-profile',
  },
  {
    path: '/two-factor/enable',
    body: withPassword,
    access: 'session',
    guess: 'password',
    action: 'users.start-second-factor',
  },
  {
    path: '/two-factor/disable',
    body: withPassword,
    access: 'session',
    guess: 'password',
    action: 'users.remove-second-factor',
  },
  {
    path: '/two-factor/generate-backup-codes',
    body: withPassword,
    access: 'session',
    guess: 'password',
    action: 'users.renew-recovery-codes',
  },
]
