// One request to a sign-in route: the attempt is counted, the library is called, and the audit entry is written, all in
// one transaction. A refusal commits too, with the failed attempt that it records.

import type { ProblemCode } from '@anden/contract'
import type { RecordedAction } from '@anden/contract/values'
import type { FastifyRequest } from 'fastify'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { limitConcurrency } from '../../http/admission/limits/concurrency.ts'
import { problem } from '../../problem.ts'
import { requireClient } from '../clients.ts'
import type { Passwords } from '../passwords.ts'
import { identifierOf } from '../users/links.ts'
import { deleteVerifications, type UserRow, userByEmail, userByVerification } from '../users/queries.ts'
import { refuseWeakPassword } from '../weak-passwords.ts'
import { attemptLimits, type Person, recordSignIn } from './attempts.ts'
import { beginSession } from './begin-session.ts'
import { callLibrary, type LibraryAnswer } from './call-library.ts'
import { librarySecret } from './cookie.ts'
import {
  type AuthEndpoint,
  resetPassword,
  signIn,
  signOut,
  verifyRecoveryCode,
  verifyTotp,
} from './endpoints.ts'
import type { SignInLibrary } from './library.ts'
import { callingLibraryOn } from './library-transaction.ts'
import type { SessionRow } from './queries.ts'
import { challengeIdentifier, isFirstUse, recoveryCodes } from './second-factor.ts'

export type SignInRequest = {
  endpoint: AuthEndpoint
  request: FastifyRequest
  body: Record<string, string>
  session: SessionRow | null
}

/** What the service knows of a person who is not signed in. */
type KnownPerson = Person & Partial<Pick<UserRow, 'invitation_pending' | 'two_factor_enabled'>>

export function signInRequests(deps: Deps & { passwords: Passwords }) {
  const { db } = deps
  const limits = attemptLimits(deps)
  const secret = librarySecret(deps.secrets)
  const codes = recoveryCodes(secret)
  const inTurn = limitConcurrency(concurrency)
  let library: Promise<SignInLibrary> | undefined

  /** The person whom the request concerns, if known. */
  async function personOf({
    endpoint,
    request,
    body,
    session,
  }: SignInRequest): Promise<KnownPerson | undefined> {
    if (session) return { ...session.user, client_id: session.client?.id ?? null }
    if (endpoint === signIn) return db.maybeOne(userByEmail(body['email'] ?? ''))
    const identifier =
      endpoint === resetPassword
        ? identifierOf(body['token'] ?? '')
        : challengeIdentifier(request, deps.baseUrl(), secret)
    return identifier === null ? undefined : db.maybeOne(userByVerification(identifier))
  }

  async function ask(
    tx: Transaction,
    given: SignInRequest,
    person: KnownPerson | null,
  ): Promise<LibraryAnswer> {
    const { endpoint, body } = given
    if (endpoint === verifyTotp && person && !(await isFirstUse(tx, person.id, body['code'] ?? '')))
      return { refusal: problem('auth/invalid-code'), body: {}, cookies: [] }
    // Imported here: its 200 modules are not needed by requests with a key.
    library ??= import('./library.ts').then(({ signInLibrary }) => signInLibrary(deps))
    const sent = endpoint === verifyRecoveryCode ? { code: codes.hash(body['code'] ?? '') } : body
    const made = await library
    return callingLibraryOn(tx, () => callLibrary(made, deps.baseUrl(), { ...given, body: sent }))
  }

  /**
   * A user of a suspended client is refused as its keys are, but only after the password or the code has proved right:
   * nobody else learns that the account exists. What the library has written for the sign-in is undone.
   */
  async function askUnlessSuspended(
    tx: Transaction,
    given: SignInRequest,
    person: KnownPerson | null,
  ): Promise<LibraryAnswer> {
    const isSignIn = given.session === null && (given.endpoint === signIn || given.endpoint.completesSignIn)
    if (!isSignIn || !person?.client_id) return ask(tx, given, person)
    await tx.run(sql`savepoint before_sign_in`)
    const answer = await ask(tx, given, person)
    if (answer.refusal || (await requireClient(tx, person.client_id)).status !== 'suspended') return answer
    await tx.run(sql`rollback to savepoint before_sign_in`)
    return { refusal: problem('auth/client-suspended'), body: {}, cookies: [] }
  }

  async function perform(tx: Transaction, given: SignInRequest, person: KnownPerson | null) {
    const answer = await askUnlessSuspended(tx, given, person)
    const action = actionOf(given, answer, person)
    if (action !== null) await recordSignIn(tx, given.request, person, action)
    return given.endpoint === resetPassword && person && !answer.refusal
      ? passwordSet(tx, given.request, person, answer)
      : answer
  }

  /**
   * Setting a password ends the person's other links. The first one begins a session: there is no second factor yet, and the
   * link was mailed to the person.
   */
  async function passwordSet(
    tx: Transaction,
    request: FastifyRequest,
    person: KnownPerson,
    answer: LibraryAnswer,
  ): Promise<LibraryAnswer> {
    await tx.run(deleteVerifications(person.id))
    const isFirst = person.invitation_pending === true && person.two_factor_enabled === false
    const begins =
      isFirst &&
      (person.client_id === null || (await requireClient(tx, person.client_id)).status !== 'suspended')
    const body = { ...answer.body, signed_in: begins }
    if (!begins) return { ...answer, body }
    await recordSignIn(tx, request, person, signIn.action)
    const cookie = await beginSession(tx, request, person.id, { secret, baseUrl: deps.baseUrl() })
    return { ...answer, body, cookies: [...answer.cookies, cookie] }
  }

  return async (given: SignInRequest): Promise<LibraryAnswer> => {
    const { endpoint, request, body } = given
    if (body['newPassword'] !== undefined) refuseWeakPassword('/newPassword', body['newPassword'])
    const person = (await personOf(given)) ?? null
    const work = () => db.transaction((tx) => perform(tx, given, person))
    if (!endpoint.isGuessable) return accepted(await work())
    const attempt = await limits.guess(request.ip, person?.email ?? body['email'] ?? null)
    let isWrongSecret = false
    try {
      const answer = await inTurn(work)
      isWrongSecret = answer.refusal !== null && wrongSecrets.has(answer.refusal.code)
      return accepted(answer)
    } finally {
      if (!isWrongSecret) await attempt.release()
    }
  }
}

/**
 * Each attempt needs 32 MiB, a thread and a database connection while its password is hashed. Node has four threads for
 * hashing, files and DNS; one stays free.
 */
const concurrency = {
  maxRunning: 3,
  maxWaiting: 100,
  refusal: 'Too many people are signing in at the moment.',
  retryAfterSeconds: 5,
}

/** Only these are failed attempts. A refusal for any other reason, such as overload, is not a guess. */
const wrongSecrets: ReadonlySet<ProblemCode> = new Set([
  'auth/invalid-login',
  'auth/wrong-password',
  'auth/invalid-code',
  'auth/invalid-link',
])

function accepted(answer: LibraryAnswer): LibraryAnswer {
  if (answer.refusal) throw answer.refusal
  return answer
}

/** For the audit log; null: nothing happened. In a session, a code turns the second factor on. */
function actionOf(
  { endpoint, session }: SignInRequest,
  { refusal, body }: LibraryAnswer,
  person: KnownPerson | null,
): RecordedAction | null {
  if (endpoint === signOut && person === null) return null
  const action = endpoint.completesSignIn && session ? 'users.confirm-second-factor' : endpoint.action
  if (refusal) return endpoint.isGuessable ? `${action}-failed` : null
  return body['twoFactorRedirect'] === true ? 'users.await-second-factor' : action
}
