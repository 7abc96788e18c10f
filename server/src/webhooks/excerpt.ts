// The beginning of a receiver's answer, as text that the database and every page can take.
const maxBytes = 1024

/** Collects chunks up to 1 KiB, and forgets the rest. */
export function createExcerpt() {
  const kept: Buffer[] = []
  let room = maxBytes
  return {
    add(chunk: Buffer) {
      if (room === 0 || chunk.length === 0) return
      // A copy: a slice would keep the whole chunk in memory.
      const part = Buffer.from(chunk.subarray(0, room))
      kept.push(part)
      room -= part.length
    },
    text: () => (kept.length === 0 ? null : textOf(Buffer.concat(kept))),
  }
}

/** Told that more may follow, the decoder leaves out a character that the limit has cut in two. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
}
