// Problems in the reader's language. The general ones are known from the start; a folder adds those of its own resource.
// A code without a text shows the service's own words.
import { AndenError, type ProblemCode, type TransportCode } from '@anden/sdk'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { generalProblems, signInProblems } from './general-problems.ts'

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
