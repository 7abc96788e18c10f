import type { ProblemExtra } from './document.ts'

/** One kind of problem: what its document says, and the text of the page behind its `type` URL. */
export type ProblemEntry = {
  status: number
  title: string
  /** The default detail, used when the code that throws has nothing more precise to say. */
  detail: string
  /** What the reader of the error page should do. */
  remedy: string
  /** Headers that the response carries, for the API reference. */
  headers?: readonly string[]
  /** Members of the document beyond the common ones. */
  extra?: readonly ProblemExtra[]
}

export type ProblemEntries = Record<string, ProblemEntry>

export const notFound = (resource: string) =>
  ({
    status: 404,
    title: `${resource} not found`,
    detail: `There is no ${resource.toLowerCase()} with this id.`,
    remedy:
      'Check the id. It must come from a response to the same account: an id of another account gets the same 404 as an id that does not exist.',
  }) as const
