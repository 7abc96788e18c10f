// `dashboard build` compiles what the service needs.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anden, serve } from '../../tests/harness/command.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'

const sources = join(import.meta.dirname, '..')

/** The module of Node that removes types, if the process has loaded it. */
const reportAtExit = `process.on("exit",()=>process.stderr.write(process.moduleLoadList.filter((name)=>name.includes("amaro")).join()))`

test('a service that was compiled ahead removes no types', async () => {
  const database = await useDatabase({ maxConnections: 1 })
  const directory = await scratch()
  const settings = {
    ...database.settings,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    DATA_DIR: join(directory, 'data'),
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(reportAtExit)}`,
  }
  const building = await anden(['dashboard', 'build'], settings)
  expect(building.code, building.stderr).toBe(0)
  expect(building.stderr).toContain('amaro')
  const server = await serve(settings)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(server.stderr()).not.toContain('amaro')
})

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
