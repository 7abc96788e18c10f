import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTestStorage } from '../../tests/harness/storages.ts'
import { aPdf } from '../../tests/harness/uploads.ts'

let storage: Awaited<ReturnType<typeof localTestStorage>>
beforeAll(async () => {
  storage = await localTestStorage()
})
afterAll(() => storage.close())

async function* pieces(...given: (Buffer | Error)[]) {
  for (const piece of given) {
    if (piece instanceof Error) throw piece
    yield piece
  }
}

test('no other account of the machine can read or list files', async () => {
  expect(await storage.files.put('one', pieces(aPdf()))).toBe(aPdf().length)
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  expect(await modeOf(storage.directory)).toBe(0o700)
  expect(await modeOf(join(storage.directory, 'one'))).toBe(0o600)
})

test('a failed upload leaves nothing', async () => {
  const failing = storage.files.put('two', pieces(aPdf(), new Error('cut off')))
  await expect(failing).rejects.toThrow('cut off')
  expect(await storage.listed()).not.toContainEqual(expect.stringContaining('two'))
  expect(await storage.files.get('two')).toBeNull()
})

test('removing a missing file succeeds', async () => {
  await storage.files.remove('three')
  await storage.files.remove('one')
  await storage.files.remove('one')
  expect(await storage.listed()).toEqual([])
})

test('reports its directory, before and after the first file', async () => {
  const fresh = await localTestStorage()
  expect(await fresh.files.check()).toContain(`will be kept in ${fresh.directory}`)
  await fresh.files.put('one', pieces(aPdf()))
  expect(await fresh.files.check()).toContain(`are kept in ${fresh.directory}`)
  await fresh.close()
})
