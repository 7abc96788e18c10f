// `dashboard build` compiles what the service needs; that it does is tested with the container (server/tests/container.test.ts).
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')

/** Modules only for the demo, and for commands other than `serve`. */
const notServed = ['../demo/people.ts', './demo.ts', '../http/admission/limits/redis.ts']

test('whatever the service imports while it runs is compiled ahead', async () => {
  const names = (text: string) =>
    [...text.matchAll(/\bimport\('(\.[^']+\.ts)'\)/g)].map(([, name = '']) => name)
  const ahead = names(await readFile(join(sources, 'commands/compile-ahead.ts'), 'utf8'))
  const files = (await readdir(sources, { recursive: true })).filter(
    (file) =>
      /\.ts$/.test(file) && !/\.test\.ts$|^testing\/|commands\/(program|compile-ahead)\.ts$/.test(file),
  )
  const imported = await Promise.all(
    files.map(async (file) =>
      names(await readFile(join(sources, file), 'utf8')).map((name) => join(sources, file, '..', name)),
    ),
  )
  const path = (name: string) => join(sources, 'commands', name)
  const known = [...ahead, ...notServed].map(path)
  expect(imported.flat().filter((name) => !known.includes(name))).toEqual([])
})
