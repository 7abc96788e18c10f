// Serves the file of a signed link. It is streamed through the service wherever it is stored, so that there is one kind
// of link and one set of headers. The content comes from a client, so browsers may save it but never render it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { problem } from '../problem.ts'
import { readyFile } from './queries.ts'
import { contentDisposition } from './single-file-form.ts'
import { type FileStorage, withStorageErrors } from './storage.ts'

type Link = { Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }

/** What a link serves, besides the content. */
export type ServedFile = { fileName: string; contentType: string }
/** Finds the files of other rooms. */
type FindFile = (id: string) => Promise<ServedFile | null>

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

export function fileDownloads(
  app: FastifyInstance,
  { db, files, log }: Pick<Deps, 'db' | 'log'> & { files: FileStorage },
  links: FileLinks,
  findOther: FindFile,
) {
  const findFile: FindFile = async (id) => {
    const attachment = await db.maybeOne(readyFile(id))
    return attachment ? { fileName: attachment.file_name, contentType: 'application/pdf' } : findOther(id)
  }
  app.route<Link>({
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    handler: async ({ params: { id }, query, method }, reply) => {
      if (!isValidLink(links, id, query)) throw problem('attachments/invalid-link')
      const file = await findFile(id)
      if (!file) throw problem('attachments/not-found')
      const stored = await withStorageErrors(files.get(id))
      if (!stored) {
        log.error({ attachment_id: id }, 'the file of an attachment is missing from the storage')
        throw problem('attachments/not-found')
      }
      reply.headers({
        ...headers,
        'content-length': stored.sizeBytes,
        'content-type': file.contentType,
        'content-disposition': contentDisposition(file.fileName),
      })
      if (method === 'GET') return reply.send(stored.content)
      stored.content.destroy()
      return reply.send()
    },
  })
}

function isValidLink(links: FileLinks, id: string, { expires, signature }: Link['Querystring']): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  return /^\d{1,12}$/.test(expires) && links.isValid(id, Number(expires), signature)
}

// Signed download links, valid for an hour, independent of where the file is stored. While SECRET_KEY is being
// rotated, links signed under the previous key are still accepted.

const validSeconds = 3600

export function fileLinks({ secrets, clock, baseUrl }: Pick<Deps, 'secrets' | 'clock' | 'baseUrl'>) {
  const signatures = (id: string, expires: number) =>
    secrets
      .keysFor('link')
      .map((key) => createHmac('sha256', key).update(`${id} ${expires}`).digest('base64url'))
  return {
    urlOf(id: string): string {
      const expires = Math.floor(clock() / 1000) + validSeconds
      return `${baseUrl()}/files/${id}?expires=${expires}&signature=${signatures(id, expires)[0]}`
    },
    isValid(id: string, expires: number, signature: string): boolean {
      const actual = Buffer.from(signature)
      const unexpired = Number.isSafeInteger(expires) && expires >= clock() / 1000
      const matches = (expected: Buffer) =>
        actual.length === expected.length && timingSafeEqual(actual, expected)
      return (
        unexpired &&
        signatures(id, expires)
          .map((text) => Buffer.from(text))
          .some(matches)
      )
    },
  }
}
export type FileLinks = ReturnType<typeof fileLinks>
