// The routes of the sign-in library that exist here, with their bodies and replies, the credentials that they need, and
// their actions in the audit log. The library has many more; a route that is not listed is not reachable.

import {
  Done,
  NewPassword,
  OwnPassword,
  PasswordChange,
  PasswordSet,
  ProfileChange,
  RecoveryCode,
  RecoveryCodes,
  ResetRequest,
  SecondFactor,
  SignedInReply,
  SignedOut,
  SignInCredentials,
  SignInReply,
  TotpCode,
} from '@anden/contract'
import type { AuditAction } from '@anden/contract/values'
import type { AuthRoute } from './auth-route.ts'

export type AuthEndpoint = AuthRoute & {
  /** Whether it completes a sign-in that waits for its second factor. */
  completesSignIn: boolean
  /** Whether it checks a secret that could be guessed. Then it is limited per account and per network. */
  isGuessable: boolean
  /** The action in the audit log. */
  action: AuditAction
  /** Members that the library gets in addition to the body. */
  more?: Record<string, unknown>
}

const post = { method: 'POST', problems: [], completesSignIn: false, isGuessable: false } as const
const guessable = { ...post, isGuessable: true } as const

export const signIn: AuthEndpoint = {
  ...guessable,
  path: '/sign-in/email',
  operationId: 'signIn',
  summary: 'Sign in',
  description:
    'Sets the session cookie. With a second factor the reply is `{"twoFactorRedirect": true}`, and the cookie comes with the code.',
  body: SignInCredentials,
  reply: SignInReply,
  session: 'ignored',
  action: 'users.sign-in',
  problems: ['auth/invalid-login', 'auth/client-suspended'],
}

export const requestReset: AuthEndpoint = {
  ...post,
  path: '/request-password-reset',
  operationId: 'requestPasswordReset',
  summary: 'Request a link to set a new password',
  description:
    'The link is mailed and valid for one hour. The reply is the same whether or not the account exists.',
  body: ResetRequest,
  reply: Done,
  session: 'ignored',
  action: 'users.request-password-reset',
}

export const resetPassword: AuthEndpoint = {
  ...guessable,
  path: '/reset-password',
  operationId: 'resetPassword',
  summary: 'Set a password with a mailed link',
  description:
    'Of an invitation or a password reset. Ends all sessions and links of the user. The first password of a user begins a session: the reply sets its cookie.',
  body: NewPassword,
  reply: PasswordSet,
  session: 'ignored',
  action: 'users.set-password',
  problems: ['auth/invalid-link'],
}

const codeProblems = ['auth/invalid-code', 'auth/second-factor-expired', 'auth/client-suspended'] as const

export const verifyTotp: AuthEndpoint = {
  ...guessable,
  path: '/two-factor/verify-totp',
  operationId: 'verifyTotp',
  summary: 'Enter the code of the authenticator',
  description:
    'Completes a sign-in. In a session, the first code turns the second factor on. A code works once.',
  body: TotpCode,
  reply: SignedInReply,
  session: 'optional',
  completesSignIn: true,
  action: 'users.sign-in',
  problems: [...codeProblems, 'auth/second-factor-state'],
}

export const verifyRecoveryCode: AuthEndpoint = {
  ...guessable,
  path: '/two-factor/verify-backup-code',
  operationId: 'verifyRecoveryCode',
  summary: 'Complete a sign-in with a recovery code',
  description: 'Each code works once.',
  body: RecoveryCode,
  reply: SignedInReply,
  session: 'ignored',
  completesSignIn: true,
  action: 'users.sign-in',
  problems: [...codeProblems, 'auth/second-factor-state'],
}

/** Works without a session too: the cookie of one that has ended is deleted. */
export const signOut: AuthEndpoint = {
  ...post,
  path: '/sign-out',
  operationId: 'signOut',
  summary: 'Sign out',
  description: 'Ends the session, if there is one, and deletes its cookie.',
  body: null,
  reply: SignedOut,
  session: 'optional',
  action: 'users.sign-out',
}

/** The caller must be signed in, and repeat the password. */
const withPassword = { ...guessable, session: 'required', problems: ['auth/wrong-password'] } as const
const ofSecondFactor = {
  ...withPassword,
  body: OwnPassword,
  problems: ['auth/wrong-password', 'auth/second-factor-state'],
} as const

export const endpoints: readonly AuthEndpoint[] = [
  signIn,
  verifyTotp,
  verifyRecoveryCode,
  signOut,
  requestReset,
  resetPassword,
  {
    ...withPassword,
    path: '/change-password',
    operationId: 'changePassword',
    summary: 'Change the own password',
    description: 'Ends the other sessions, and replaces the cookie of this one.',
    body: PasswordChange,
    reply: SignedInReply,
    action: 'users.change-password',
    more: { revokeOtherSessions: true },
  },
  {
    ...post,
    path: '/update-user',
    operationId: 'updateProfile',
    summary: 'Change the own name or language',
    body: ProfileChange,
    reply: Done,
    session: 'required',
    action: 'users.update-profile',
  },
  {
    ...ofSecondFactor,
    path: '/two-factor/enable',
    operationId: 'enableSecondFactor',
    summary: 'Start a second factor',
    description: 'It is asked for from the first code on that is sent to `/two-factor/verify-totp`.',
    reply: SecondFactor,
    action: 'users.start-second-factor',
  },
  {
    ...ofSecondFactor,
    path: '/two-factor/disable',
    operationId: 'disableSecondFactor',
    summary: 'Remove the second factor',
    reply: Done,
    action: 'users.remove-second-factor',
  },
  {
    ...ofSecondFactor,
    path: '/two-factor/generate-backup-codes',
    operationId: 'renewRecoveryCodes',
    summary: 'Replace the recovery codes',
    reply: RecoveryCodes,
    action: 'users.renew-recovery-codes',
  },
]
