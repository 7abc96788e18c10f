// Both storages of attachments, each with a way to list its files.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { directoryStorage } from '../../src/attachments/directory-storage.ts'
import { s3Storage } from '../../src/attachments/s3-storage.ts'
import type { FileStorage } from '../../src/attachments/storage.ts'
import { type S3Settings, s3Url } from '../../src/config/parsers.ts'
import { stablePort } from './stable-port.ts'

export type TestStorage = {
  files: FileStorage
  /** Every file in it, including half written ones. */
  listed(): Promise<string[]>
  close(): Promise<void>
}

export const storages: { name: string; open: () => Promise<TestStorage> }[] = [
  { name: 'in a directory', open: localTestStorage },
  { name: 'in S3', open: s3TestStorage },
]

async function temporaryDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'anden-storage-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

export async function localTestStorage(): Promise<TestStorage & { directory: string }> {
  const { directory, remove } = await temporaryDirectory()
  const home = join(directory, 'attachments')
  return {
    directory: home,
    files: directoryStorage(home),
    listed: () => readdir(home).catch(() => []),
    close: remove,
  }
}

/** A server that speaks S3. It can be stopped and restarted, on the same port and with its files. */
export async function startS3() {
  const { directory, remove } = await temporaryDirectory()
  const port = await stablePort()
  const start = async () => {
    const server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      // It looks up the key, but computes a different signature for HEAD /anden/: without the trailing slash.
      allowMismatchedSignatures: true,
      configureBuckets: [{ name: 'anden' }],
    })
    await server.run()
    return server
  }
  let running: S3rver | null = await start()
  const pause = async () => {
    await running?.close()
    running = null
  }
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/anden`,
    pause,
    async resume() {
      running = await start()
    },
    async close() {
      await pause()
      await remove()
    },
  }
}

async function s3TestStorage(): Promise<TestStorage> {
  const server = await startS3()
  const { directory, remove } = await temporaryDirectory()
  const settings = s3Url(server.url)
  const files = s3Storage(settings, directory)
  const objects = bucketListing(settings)
  return {
    files,
    listed: async () => [...(await objects.listed()), ...(await readdir(directory))],
    async close() {
      files.close()
      objects.close()
      await server.close()
      await remove()
    },
  }
}

function bucketListing({ bucket, ...settings }: S3Settings) {
  const client = new S3Client({ ...settings, forcePathStyle: true })
  return {
    async listed() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
      return Contents.map(({ Key = '' }) => Key.replace('attachments/', ''))
    },
    close: () => client.destroy(),
  }
}
