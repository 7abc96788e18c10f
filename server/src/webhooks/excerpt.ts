// The beginning of a receiver's response, as text that PostgreSQL and every page can hold.
const maxBytes = 1024

/** Collects chunks up to 1 KiB and drops the rest. */
export function createExcerpt() {
  const chunks: Buffer[] = []
  let freeBytes = maxBytes
  return {
    add(chunk: Buffer) {
      if (freeBytes === 0 || chunk.length === 0) return
      // Copied, because a slice would keep the whole chunk in memory.
      const part = Buffer.from(chunk.subarray(0, freeBytes))
      chunks.push(part)
      freeBytes -= part.length
    },
    text: () => (chunks.length === 0 ? null : decode(Buffer.concat(chunks))),
  }
}

/** With `stream: true`, the decoder drops a character that the limit cuts in two. PostgreSQL text holds no NUL. */
function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
}
