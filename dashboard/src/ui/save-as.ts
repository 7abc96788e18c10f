/**
 * Offers a stream or a file as a download. The browser can keep a blob on disk, so a large file does not have to fit in
 * memory.
 */
export async function saveAs(content: ReadableStream<Uint8Array> | Blob, name: string): Promise<void> {
  const blob = content instanceof Blob ? content : await new Response(content as BodyInit).blob()
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
