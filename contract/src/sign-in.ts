// Signing in and out, under /api/auth/. The member names are those of the underlying library.

import { Email, Id, Named, Nullable, OneOf, PersonName, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'
import { languages, WarehouseSummary } from './users.ts'

export const passwordLength = { min: 10, max: 128 }

const email = Email('ana@losalamos.example')
const password = Type.String({
  minLength: 1,
  maxLength: passwordLength.max,
  examples: ['una clave larga y única'],
})
const newPassword = Type.String({
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
  examples: ['otra clave, todavía mejor'],
})

export const SignInCredentials = Named('SignInCredentials', { email, password })
export const ResetRequest = Named('ResetRequest', { email })
export const NewPassword = Named('NewPassword', {
  token: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'From the link of an invitation or a password reset',
    examples: ['5sYw0bVn8m1qT2'],
  }),
  newPassword,
})
export const PasswordSet = Named('PasswordSet', {
  status: Type.Boolean({ examples: [true] }),
  signed_in: Type.Boolean({
    description: 'Whether a session has begun, whose cookie comes along: after the first password of a user',
    examples: [true],
  }),
})
export const LinkToken = Named('LinkToken', { token: NewPassword.properties.token })
export const PasswordLink = Named('PasswordLink', {
  is_new: Type.Boolean({ description: 'Whether the user has not yet chosen a password', examples: [true] }),
  email: Type.String({ examples: ['ana@losalamos.example'] }),
  name: Type.String({ examples: ['Ana Álamos'] }),
  invited_by: Nullable(Type.String({ examples: ['Leo Duarte'] }), {
    description: 'Who has invited the user; null: nobody who was signed in',
  }),
  client_name: Nullable(Type.String({ examples: ['Bodega Los Álamos'] }), {
    description: 'null: the user belongs to the staff',
  }),
  warehouse: WarehouseSummary,
})
export const PasswordChange = Named('PasswordChange', { currentPassword: password, newPassword })
export const OwnPassword = Named('OwnPassword', { password })
export const TotpCode = Named('TotpCode', {
  code: Type.String({ minLength: 6, maxLength: 6, pattern: '^[0-9]{6}$', examples: ['492039'] }),
})
export const RecoveryCode = Named('RecoveryCode', {
  code: Type.String({ minLength: 1, maxLength: 40, examples: ['UAqHq-pib5Z'] }),
})
export const ProfileChange = Named('ProfileChange', {
  name: Type.Optional(PersonName('Ana Álamos')),
  language: Type.Optional(Nullable(OneOf(languages))),
})
export const SessionToEnd = Named('SessionToEnd', { id: Id })

const SignedInUser = Named('SignedInUser', {
  id: Id,
  email,
  name: Type.String({ examples: ['Ana Álamos'] }),
  language: Nullable(OneOf(languages)),
  twoFactorEnabled: Type.Boolean({ examples: [false] }),
})

const userExample = {
  id: '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  email: 'ana@losalamos.example',
  name: 'Ana Álamos',
  language: null,
  twoFactorEnabled: false,
}

export const SignedInReply = Named('SignedIn', { user: SignedInUser })

export const SignInReply = Named(
  'SignInResult',
  {
    user: Type.Optional(SignedInUser),
    twoFactorRedirect: Type.Optional(
      Type.Boolean({
        description: 'true: the sign-in waits for a code. There is no `user` and no session yet',
      }),
    ),
    twoFactorMethods: Type.Optional(Type.Array(Type.String({ examples: ['totp'] }))),
  },
  { examples: [{ user: userExample }] },
)

/** The two sides of the service. In the demo, both can be entered without a password. */
export const demoSides = ['client', 'warehouse'] as const
export type DemoSide = (typeof demoSides)[number]

export const SignInOptions = Named('SignInOptions', {
  demo: Type.Array(OneOf(demoSides), {
    description:
      'What `POST /api/auth/demo` offers to this request: nothing, unless the service runs with demo data and is visited on the machine on which it runs',
    examples: [[]],
  }),
  demo_loading: Nullable(
    Named('DemoLoading', {
      percent: Nullable(Type.Integer({ minimum: 0, maximum: 100, examples: [45] }), {
        description: 'How much of the data has been made; null at the beginning and at the end',
      }),
    }),
    {
      description:
        'Set while the data of an offered demo are being loaded, before which it cannot be entered',
    },
  ),
  warehouse: WarehouseSummary,
  signed_in: Nullable(OneOf(demoSides), {
    description:
      'Whose session the cookie of this request belongs to: of a user of a client, which the portal knows, or of the staff, which the back office knows. null without a session',
    examples: [null],
  }),
  session_expired: Type.Boolean({
    description:
      'Whether the cookie of this request belongs to a session that has only expired: signing in again resumes the work. false for one that was ended, by its user or with its user',
    examples: [false],
  }),
})

export const DemoEntry = Named('DemoEntry', {
  as: OneOf(demoSides, {
    description: '`client`: an administrator of a client; `warehouse`: a member of the staff with all scopes',
    examples: ['client'],
  }),
})

export const Done = Named('Done', { status: Type.Boolean({ examples: [true] }) })
export const SignedOut = Named('SignedOut', { success: Type.Boolean({ examples: [true] }) })

const backupCodes = Type.Array(Type.String({ examples: ['UAqHq-pib5Z'] }), {
  description: 'Recovery codes, each for one sign-in without the authenticator. They are not shown again',
})
export const SecondFactor = Named('SecondFactor', {
  totpURI: Type.String({
    description: 'For the QR code that an authenticator scans',
    examples: ['otpauth://totp/And%C3%A9n:ana%40losalamos.example?secret=OJLE23TUNZZGERRN&issuer=And%C3%A9n'],
  }),
  backupCodes,
})
export const RecoveryCodes = Named('RecoveryCodes', { backupCodes })

export const OwnSession = Named('OwnSession', {
  id: Id,
  ip_address: Nullable(Type.String({ examples: ['203.0.113.7'] })),
  user_agent: Nullable(Type.String({ examples: ['Mozilla/5.0'] })),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  is_current: Type.Boolean({ description: 'The session of this request', examples: [true] }),
})
export type OwnSession = Static<typeof OwnSession>

export const EndedSessions = Named('EndedSessions', {
  ended: Type.Integer({ description: 'How many sessions have ended', examples: [1] }),
})
