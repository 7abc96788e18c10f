// Parses a stream of server-sent events (the WHATWG HTML standard, section 9.2.6) from the chunks of a response.

export type ServerSentEvent = { data: string; id: string | undefined }

/** Yields one event per block of lines, even without data: it can carry an id, or show that the stream is alive. */
export async function* serverSentEvents(
  chunks: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = chunks.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      unread += decoder.decode(value, { stream: true })
      // A carriage return at the end may be the first half of a line break.
      const complete = unread.endsWith('\r') ? unread.slice(0, -1) : unread
      const blocks = complete.replace(/\r\n?/g, '\n').split('\n\n')
      unread = (blocks.pop() ?? '') + unread.slice(complete.length)
      for (const block of blocks) yield parse(block)
    }
  } finally {
    // Closes the connection if the reader stops before the stream does.
    await reader.cancel().catch(() => undefined)
  }
}

function parse(block: string): ServerSentEvent {
  const fields = block.split('\n').map((line) => /^([^:]*):? ?(.*)$/s.exec(line) ?? [])
  const values = (name: string) =>
    fields.filter(([, field]) => field === name).map(([, , value = '']) => value)
  return { data: values('data').join('\n'), id: values('id').at(-1) }
}
