import { Readable } from 'node:stream'

type Limits = {
  /** How long the reader may take for one chunk. */
  stallMs: number
  onStall: () => void
  /** The chunks ended with an error, so what was sent is incomplete. */
  onFailure: (error: unknown) => void
}

/**
 * A stream that asks for the next chunk only when its reader has taken the previous one. `Readable.from` is always one
 * chunk ahead.
 */
export function pullStream(
  chunks: AsyncGenerator<Buffer>,
  { stallMs, onStall, onFailure }: Limits,
): Readable {
  let stall: NodeJS.Timeout | undefined
  return new Readable({
    highWaterMark: 0,
    read() {
      clearTimeout(stall)
      chunks.next().then(
        ({ value, done }) => {
          if (this.destroyed) return
          if (!done) stall = setTimeout(onStall, stallMs)
          this.push(done ? null : value)
        },
        (error) => {
          onFailure(error)
          this.destroy(error)
        },
      )
    },
    destroy(error, done) {
      clearTimeout(stall)
      // Waits for a chunk that is being read.
      chunks.return(undefined).then(() => done(error), done)
    },
  })
}
