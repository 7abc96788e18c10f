// Problems in the reader's language. The general ones are known from the start; a folder adds those of its own resource.
// A code without a text shows the service's own words.
import { AndenError, type ProblemCode, type TransportCode } from '@anden/sdk'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

// Texts for problems that any page can have.

const reload = msg`Reload the page. If it happens again, send us the request id below.`

const generalProblems: ProblemTexts = {
  'request/network': [
    msg`No connection to the service`,
    msg`Nothing was lost. Check the network and try again.`,
  ],
  'request/timeout': [
    msg`The service did not answer in time`,
    msg`Try again. An order is never placed twice by trying again.`,
  ],
  'request/aborted': [msg`The request was cancelled`, msg`Try again.`],
  'response/unexpected': [
    msg`Something between you and the service answered in its place`,
    msg`A proxy or a network sign-in page may be in the way. Check the connection and try again.`,
  ],
  'validation/malformed-request': [msg`The service could not read the request`, reload],
  'validation/headers-too-large': [msg`The service could not read the request`, reload],
  'validation/malformed-json': [msg`The service could not read the request`, reload],
  'validation/invalid-parameter': [
    msg`A filter or a part of the address is not valid`,
    msg`Clear the filters, or open the page again from the menu.`,
  ],
  'validation/invalid-cursor': [msg`The list has changed since it was opened`, msg`Open it again.`],
  'validation/invalid-body': [
    msg`Something in the form is not valid`,
    msg`Check what you entered and send it again.`,
  ],
  'validation/unsupported-media-type': [
    msg`A file of this kind is not accepted here`,
    msg`Choose a file of the kind that the page asks for.`,
  ],
  'validation/payload-too-large': [
    msg`This is too large to be sent at once`,
    msg`Split it into several parts, or choose a smaller file.`,
  ],
  'idempotency/key-required': [msg`The request could not be sent safely`, reload],
  'idempotency/key-invalid': [msg`The request could not be sent safely`, reload],
  'idempotency/key-reused-with-different-body': [
    msg`This form was already sent with other contents`,
    msg`Look in the list whether it was saved. If it was not, reload the page and send it again.`,
  ],
  'idempotency/request-in-progress': [
    msg`This was sent a moment ago and is still being saved`,
    msg`Wait a few seconds, then try again. Nothing is saved twice.`,
  ],
  'rate-limit/exceeded': [msg`Too many attempts`, msg`Wait a moment, then try again.`],
  'live/too-many-streams': [
    msg`This account is open in too many tabs`,
    msg`Close some of them. Until then, reload this page to see changes.`,
  ],
  'stock/not-found': [msg`There is no such product`, msg`The link may be old or mistyped.`],
  'lots/not-found': [msg`There is no such lot`, msg`The link may be old or mistyped.`],
  'routing/not-found': [
    msg`There is nothing at this address`,
    msg`The link may be old. Open the page again from the menu.`,
  ],
  'routing/method-not-allowed': [msg`The service does not know this action`, reload],
  'server/unavailable': [
    msg`The service is away for a moment`,
    msg`Nothing was lost. Try again in a few seconds.`,
  ],
  'server/internal': [
    msg`Something went wrong at our end`,
    msg`Try again. If it stays, send us the request id below.`,
  ],
}

// Texts for problems of credentials, users and keys.
const askAdministrator = msg`Ask an administrator of your company for the right to do it.`

const signInProblems: ProblemTexts = {
  'auth/missing-credentials': [msg`You are not signed in`, msg`Sign in to go on.`],
  'auth/invalid-session': [msg`Your session has ended`, msg`Sign in again to go on.`],
  'auth/invalid-key': [
    msg`This API key does not work`,
    msg`It is unknown, revoked or expired. Create a new one.`,
  ],
  'auth/invalid-login': [
    msg`The e-mail address or the password is wrong`,
    msg`Check both and try again. If you forgot the password, have a link sent to you.`,
  ],
  'auth/wrong-password': [
    msg`The password is wrong`,
    msg`Enter the password that you sign in with at the moment.`,
  ],
  'auth/invalid-code': [
    msg`This code is not valid`,
    msg`Enter the one that the authenticator shows now. Each works once; check the clock of your phone.`,
  ],
  'auth/second-factor-expired': [msg`The sign-in took too long`, msg`Start again with your password.`],
  'auth/second-factor-state': [
    msg`The second factor was changed meanwhile`,
    msg`Reload the page to see its present state.`,
  ],
  'auth/invalid-link': [
    msg`This link no longer works`,
    msg`It was used or has expired. Have a new one sent to you.`,
  ],
  'auth/client-suspended': [
    msg`The account of your company is suspended`,
    msg`Ask the warehouse why. You can sign in again as soon as it is active.`,
  ],
  'auth/insufficient-scope': [msg`You may not do this`, askAdministrator],
  'auth/administrator-required': [msg`Only an administrator can do this`, askAdministrator],
  'auth/session-required': [msg`Only a person can do this`, msg`Sign in to go on.`],
  'auth/ambiguous-credentials': [
    msg`The request had two credentials`,
    msg`Reload the page. If it happens again, send us the request id below.`,
  ],
  'auth/cross-origin': [
    msg`The request came from another site`,
    msg`Open Andén by its own address and try again.`,
  ],
  'users/not-found': [msg`This user no longer exists`, msg`Someone may have removed it meanwhile.`],
  'users/duplicate-email': [
    msg`There is already a user with this e-mail address`,
    msg`Use another address. A person has one user, at one company.`,
  ],
  'users/last-administrator': [
    msg`Somebody must remain administrator`,
    msg`This is the last one. Make another user administrator first.`,
  ],
  'keys/not-found': [msg`This key no longer exists`, msg`Someone may have revoked it meanwhile.`],
}

export type ProblemText = { title: string; detail: string | null }
/** By code: what happened, and what to do. */
export type ProblemTexts = Partial<
  Record<ProblemCode | TransportCode, readonly [title: MessageDescriptor, detail: MessageDescriptor]>
>

const texts: ProblemTexts = { ...generalProblems, ...signInProblems }

/** For the problems of a folder's own resource: called once, when its module is loaded. */
export function addProblemTexts(more: ProblemTexts): void {
  Object.assign(texts, more)
}

export function useProblemText(): (error: unknown) => ProblemText {
  const { t, i18n } = useLingui()
  return (error) => {
    if (!(error instanceof AndenError))
      return { title: t`Something went wrong on this page`, detail: messageOf(error) }
    const [title, detail] = texts[error.code] ?? []
    if (title && detail) return { title: i18n._(title), detail: i18n._(detail) }
    return { title: error.problem?.title ?? error.message, detail: error.problem?.detail ?? null }
  }
}

/** A wrong password or code is also a 401, but does not end the session. */
const endOfSessionCodes = new Set(['auth/invalid-session', 'auth/missing-credentials'])

export const isEndOfSession = (error: unknown) =>
  error instanceof AndenError && endOfSessionCodes.has(error.code)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
