// How many statements of a kind run at a time.
export type InFlightPolicy = {
  maxInFlight: number
  /** A slower statement no longer counts, so that hanging ones block no others. */
  slowAfterMs: number
}

export type InFlight = {
  isFull(): boolean
  /** Counts one, until the returned function is called or the statement is slow. */
  start(): () => void
}

export function countInFlight({ maxInFlight, slowAfterMs }: InFlightPolicy, onFree: () => void): InFlight {
  let count = 0
  return {
    isFull: () => count >= maxInFlight,
    start() {
      let counts = true
      count += 1
      const finish = () => {
        clearTimeout(timer)
        if (!counts) return
        counts = false
        count -= 1
        onFree()
      }
      const timer = setTimeout(finish, slowAfterMs)
      return finish
    },
  }
}
