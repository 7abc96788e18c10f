// The session of the signed-in user. The portal knows the users of clients, the back office those of the staff.
import type { Session } from '@anden/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { setWarehouseTimeZone } from '../ui/format.ts'
import { showLanguage } from '../ui/languages.ts'
import { isLanguage, type Language } from '../ui/locale-of.ts'
import { isEndOfInspection, one, portal, queryClient, sessionEnded, sessionGone } from './api.ts'
import { addressIn, asLive, isSandbox } from './environment.ts'
import { backToWarehouse, inspected } from './inspected.ts'

export class NotSignedIn extends Error {
  override name = 'NotSignedIn'
}

/** The page is one of the sandbox, and there is none yet: the session is that of the live account. */
export const isWithoutSandbox = ({ client }: Session) => isSandbox && client?.environment !== 'sandbox'

export const sessionQuery = one(['session', 'own'], async (options): Promise<Session> => {
  const session = await sessionOfEither(options)
  if (session === null) throw new NotSignedIn()
  setWarehouseTimeZone(session.time_zone)
  if (isLanguage(session.language)) await showLanguage(session.language)
  if (isSandbox && !isWithoutSandbox(session)) await startItsDay()
  return session
})

/**
 * Asks first which side the session belongs to, so that a page without a session, or of the other side, does not start
 * with an error.
 */
async function sessionOfEither(options: Options): Promise<Session | null> {
  const { signed_in } = await portal.auth.getOptions({}, options)
  if (signed_in === null) return null
  if (inspected) return await sessionAsClient(signed_in, options)
  if (signed_in === 'client') return await sessionOfPortal(options)
  if (isSandbox) return leaveSandbox()
  const { backoffice } = await import('./backoffice.ts')
  return await backoffice.session.get({}, options)
}

/** Without a sandbox it is the session of the live account, so that the page can offer to create one. */
async function sessionOfPortal(options: Options): Promise<Session> {
  try {
    return await portal.session.get({}, options)
  } catch (error) {
    if (!isSandbox || (error as { code?: string }).code !== 'sandbox/not-created') throw error
    return await portal.session.get({}, { ...options, ...asLive })
  }
}

/** Dates of its pages count from its own day. */
async function startItsDay(): Promise<void> {
  const { sandboxQuery } = await import('./sandbox.ts')
  await queryClient.fetchQuery(sandboxQuery)
}

/** The staff have no sandbox of their own. The page is replaced, and the promise never settles. */
function leaveSandbox(): Promise<never> {
  location.replace(addressIn('live', '/warehouse'))
  return new Promise(() => undefined)
}

type Options = { signal?: AbortSignal | undefined }

/**
 * The inspection stored in this tab may have ended, or belong to another person. Then the page is replaced, and the
 * promise never settles.
 */
async function sessionAsClient(signedIn: string, options: Options): Promise<Session> {
  try {
    if (signedIn === 'warehouse') return await sessionOfPortal(options)
  } catch (error) {
    if (!isEndOfInspection(error)) throw error
  }
  backToWarehouse()
  return new Promise(() => undefined)
}

export function useSession(): Session {
  return useSuspenseQuery({ ...sessionQuery, staleTime: Number.POSITIVE_INFINITY }).data
}

/** Whether the user has this scope of the API. */
export function useMay(scope: string): boolean {
  return useSession().scopes.includes(scope)
}

/** Whether the user may read what only administrators see. Staff who view the dashboard as a client may, too. */
export const useIsAdministrator = () => isAdministrator(useSession())

const isAdministrator = ({ role, inspection }: Session) => role === 'administrator' || inspection !== null

/** What the page in place of one that the user's role does not allow gets to know. */
export const notAllowed = { isNotAllowed: true }

/** What the page in place of one that a sandbox does not have gets to know. */
export const notInSandbox = { isNotInSandbox: true }

/** A `beforeLoad` for pages of the live data alone. */
export function onlyLive(): void {
  if (isSandbox) throw notFound({ data: notInSandbox })
}

const onlyIf = (allows: (session: Session) => boolean) => async () => {
  const session = await queryClient.ensureQueryData(sessionQuery)
  if (!allows(session)) throw notFound({ data: notAllowed })
}

/** A `beforeLoad` for pages that need all of these scopes. */
export const onlyWith = (...needed: readonly string[]) =>
  onlyIf(({ scopes }) => needed.every((scope) => scopes.includes(scope)))

/** The same for pages that need one of these scopes. */
export const onlyWithOneOf = (...offered: readonly string[]) =>
  onlyIf(({ scopes }) => offered.some((scope) => scopes.includes(scope)))

/** The same for what only the administrators of a client see. */
export const onlyForAdministrators = onlyIf(isAdministrator)

/** Whether the user is a staff member who views the dashboard as a client, and so cannot change anything. */
export function useIsInspecting(): boolean {
  return useSession().inspection !== null
}

/** Shows the language at once and stores it with the user. */
export async function changeLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  await portal.auth.updateProfile({ language: next })
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** The localStorage key of the recently opened objects. */
export const recentKey = 'anden.recent'

export async function signOut(): Promise<void> {
  await portal.auth.signOut({})
  leave()
}

/** Loads a fresh page after the session has ended, so that nothing of it stays in memory. */
export function leave(): void {
  forgetEverything()
  location.assign('/sign-in')
}

function forgetEverything(): void {
  localStorage.removeItem(recentKey)
  // Removes the drafts of forms.
  sessionStorage.clear()
  sessionEnded.set(false)
  sessionGone.set(false)
  queryClient.clear()
}
