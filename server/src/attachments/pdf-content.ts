import { problem } from '../problem.ts'

const maxBytes = 10 * 1024 * 1024
const signature = Buffer.from('%PDF-')

/** Streams the content through. Throws at the first byte that shows that it is not a PDF, or too large. */
export async function* pdfContent(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let seen = Buffer.alloc(0)
  let sizeBytes = 0
  for await (const chunk of content) {
    if (seen.length < signature.length) {
      seen = Buffer.concat([seen, chunk.subarray(0, signature.length - seen.length)])
      if (!signature.subarray(0, seen.length).equals(seen)) throw notPdf()
    }
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw problem('attachments/too-large')
    yield chunk
  }
  if (seen.length < signature.length) throw notPdf()
}

const notPdf = () =>
  problem('attachments/unsupported-type', { detail: 'The file is not a PDF: it does not start with %PDF-.' })
