// Files in a bucket of an S3-compatible storage. S3 wants to know the length before the first byte, so a file
// is spooled to the disk first; it is 10 MiB at most.
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
import { openSpool } from '../http/spool.ts'
import type { FileStorage } from './storage.ts'

const answerTimeoutMs = 30_000
const checkTimeoutMs = 5_000

export function s3Storage({ bucket, ...settings }: S3Settings, spoolDirectory: string): FileStorage {
  const client = new S3Client({
    ...settings,
    // Buckets as host names, and checksums in trailers, are what other makers' storages most often lack.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Whatever fails is thrown, and logged where it is handled; the SDK would print it on the console.
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
          return answered(answerTimeoutMs, (abortSignal) =>
            client.send(new PutObjectCommand({ ...object, Body }), { abortSignal }),
          ).finally(() => Body.destroy())
        }
        // The SDK repeats no request whose body is a stream; this one can be read again.
        await send().catch(send)
        return spool.sizeBytes()
      } finally {
        await spool.close()
      }
    },

    async get(id) {
      try {
        const { Body, ContentLength } = await answered(answerTimeoutMs, (abortSignal) =>
          client.send(new GetObjectCommand(objectOf(id)), { abortSignal }),
        )
        return { sizeBytes: ContentLength ?? 0, content: Body as Readable }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },

    async remove(id) {
      await answered(answerTimeoutMs, (abortSignal) =>
        client.send(new DeleteObjectCommand(objectOf(id)), { abortSignal }),
      )
    },

    async isEmpty() {
      const { KeyCount } = await answered(answerTimeoutMs, (abortSignal) =>
        client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: 'attachments/', MaxKeys: 1 }), {
          abortSignal,
        }),
      )
      return (KeyCount ?? 0) === 0
    },

    async check() {
      const where = `the bucket ${bucket} at ${new URL(settings.endpoint).host}`
      try {
        await answered(checkTimeoutMs, (abortSignal) =>
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

/** Limits the wait for the answer, not the reading of its body, which `AbortSignal.timeout` would cut off, too. */
async function answered<Answer>(ms: number, send: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const request = new AbortController()
  const answer = await withTimeout(ms, send(request.signal))
  if (answer !== undefined) return answer
  request.abort()
  throw new Error('it does not answer')
}

function reasonOf(error: unknown): string {
  const { message, name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === 403) return 'it refuses these credentials'
  if (status === 404) return 'there is no such bucket'
  return message || name
}
