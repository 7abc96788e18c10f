import { AndenError } from '@anden/sdk'
import type { Answer } from './upload.ts'

/** An error like those of the SDK, so that it is shown like all others. */
export function errorOfAnswer(
  { status, text, requestId }: Answer,
  { url, idempotencyKey = null }: { url: string; idempotencyKey?: string | null },
): AndenError {
  const [path = url] = url.split('?')
  const context = { idempotencyKey, attempt: 1, requestId, url: path }
  if (status === 0) return new AndenError({ code: 'request/network', message: 'no answer' }, context)
  const problem = problemIn(text)
  const code = problem?.type.split('/errors/')[1] ?? 'response/unexpected'
  const response = {
    ...{ status, requestId, rateLimit: null, etag: null, replayed: false, cached: false },
    headers: new Headers(),
  }
  return new AndenError(
    { code, message: problem?.title ?? String(status), response, ...(problem ? { problem } : {}) },
    context,
  )
}

type ProblemDocument = NonNullable<AndenError['problem']>

function problemIn(text: string): ProblemDocument | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
