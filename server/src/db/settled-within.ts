/** Resolves with the work, or when the time is up: for closing down, where what hangs must not hold the rest. */
export async function settledWithin(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeIsUp = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([work, timeIsUp])
  } finally {
    clearTimeout(timer)
  }
}
