// Problems in the reader's language. A code without a text of its own shows the service's own words.
import { AndenError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'

export type ProblemText = { title: string; detail: string | null }

export function useProblemText(): (error: unknown) => ProblemText {
  const { t } = useLingui()
  const texts: Record<string, () => ProblemText> = {
    'request/network': () => ({
      title: t`No connection to the service`,
      detail: t`Nothing was lost. Check the network and try again.`,
    }),
    'request/timeout': () => ({
      title: t`The service did not answer in time`,
      detail: t`Try again. An order is never placed twice by trying again.`,
    }),
    'auth/invalid-session': () => ({ title: t`Your session has ended`, detail: t`Sign in again to go on.` }),
    'auth/insufficient-scope': () => ({
      title: t`You may not do this`,
      detail: t`Ask an administrator of your company for the right to do it.`,
    }),
    'auth/missing-credentials': () => ({ title: t`You are not signed in`, detail: t`Sign in to go on.` }),
    'rate-limit/exceeded': () => ({
      title: t`Too many requests`,
      detail: t`Wait a moment, then try again.`,
    }),
    'server/unavailable': () => ({
      title: t`The service is away for a moment`,
      detail: t`Nothing was lost. Try again in a few seconds.`,
    }),
    'server/internal': () => ({
      title: t`Something went wrong at our end`,
      detail: t`Try again. If it stays, send us the request id below.`,
    }),
  }
  return (error) => {
    if (!(error instanceof AndenError))
      return { title: t`Something went wrong on this page`, detail: messageOf(error) }
    const known = texts[error.code]?.()
    return known ?? { title: error.problem?.title ?? error.message, detail: error.problem?.detail ?? null }
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
