/** Runs long work so that Ctrl-C or a SIGTERM aborts it with a cleanup instead of killing it midway. */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupted = new AbortController()
  const stop = (name: string) => interrupted.abort(new Error(`stopped by ${name}: nothing was changed`))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await work(interrupted.signal)
  } catch (error) {
    // Streams reject with an AbortError whose cause is the reason.
    throw interrupted.signal.aborted ? interrupted.signal.reason : error
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
