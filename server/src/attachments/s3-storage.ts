// Files in a bucket of an S3-compatible storage. S3 requires the length before the first byte, so a file is spooled to
// disk first; it is at most 10 MiB.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/parsers.ts'
import { withTimeout } from '../db/with-timeout.ts'
import { openSpool } from '../http/input/spool.ts'
import type { FileStorage } from './storage.ts'

const responseTimeoutMs = 30_000
const checkTimeoutMs = 5_000

export function s3Storage({ bucket, ...settings }: S3Settings, spoolDirectory: string): FileStorage {
  const client = new S3Client({
    ...settings,
    // Other S3 implementations most often lack buckets as host names and checksums in trailers.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Errors are thrown and logged by the caller; the SDK would print them on the console.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const objectOf = (id: string) => ({ Bucket: bucket, Key: `attachments/${id}` })

  return {
    async put(id, content) {
      const spool = await openSpool(spoolDirectory)
      try {
        const digest = createHash('md5')
        for await (const chunk of content) {
          digest.update(chunk)
          await spool.write(chunk)
        }
        const object = {
          ...objectOf(id),
          ContentType: 'application/pdf',
          ContentLength: spool.sizeBytes(),
          ContentMD5: digest.digest('base64'),
        }
        const send = () => {
          const Body = spool.read()
          return awaitResponse(responseTimeoutMs, (abortSignal) =>
            client.send(new PutObjectCommand({ ...object, Body }), { abortSignal }),
          ).finally(() => Body.destroy())
        }
        // The SDK does not retry a stream body. This one can be read again, so it is retried once.
        await send().catch(send)
        return spool.sizeBytes()
      } finally {
        await spool.close()
      }
    },

    async get(id) {
      try {
        const { Body, ContentLength } = await awaitResponse(responseTimeoutMs, (abortSignal) =>
          client.send(new GetObjectCommand(objectOf(id)), { abortSignal }),
        )
        return { sizeBytes: ContentLength ?? 0, content: Body as Readable }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },

    async remove(id) {
      await awaitResponse(responseTimeoutMs, (abortSignal) =>
        client.send(new DeleteObjectCommand(objectOf(id)), { abortSignal }),
      )
    },

    async isEmpty() {
      const { KeyCount } = await awaitResponse(responseTimeoutMs, (abortSignal) =>
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'attachments/', MaxKeys: 1 }), {
          abortSignal,
        }),
      )
      return (KeyCount ?? 0) === 0
    },

    async check() {
      const where = `the bucket ${bucket} at ${new URL(settings.endpoint).host}`
      try {
        await awaitResponse(checkTimeoutMs, (abortSignal) =>
          client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
        )
        return `${where} answers`
      } catch (error) {
        throw new Error(`cannot reach ${where}: ${reasonOf(error)}`)
      }
    },

    close: () => client.destroy(),
  }
}

/** Limits the wait for the response, not the reading of its body, which `AbortSignal.timeout` would abort too. */
async function awaitResponse<Output>(
  ms: number,
  send: (signal: AbortSignal) => Promise<Output>,
): Promise<Output> {
  const request = new AbortController()
  const response = await withTimeout(ms, send(request.signal))
  if (response !== undefined) return response
  request.abort()
  throw new Error('it does not answer')
}

function reasonOf(error: unknown): string {
  const { message, name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === 403) return 'it rejects these credentials'
  if (status === 404) return 'there is no such bucket'
  return message || name
}
