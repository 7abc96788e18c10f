/** Offers a stream or a file as a download. A blob of the browser may lie on disk, so that a large file fits. */
export async function saveAs(content: ReadableStream<Uint8Array> | Blob, name: string): Promise<void> {
  const blob = content instanceof Blob ? content : await new Response(content as BodyInit).blob()
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
