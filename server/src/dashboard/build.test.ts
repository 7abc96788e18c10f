// When the dashboard is built, with a small program in the place of the real build.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../tests/harness/until.ts'
import { buildIfChanged, distOf, openDashboard } from './build.ts'

/** Notes each run, and builds a page that shows the source. */
const compile = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const out = process.argv[2]
appendFileSync('../runs', JSON.stringify(Object.keys(process.env)) + '\\n')
const source = readFileSync('src/main.tsx', 'utf8')
if (source === 'broken') throw new Error('src/main.tsx is broken')
mkdirSync(out + '/assets/phone', { recursive: true })
writeFileSync(out + '/index.html', source)
writeFileSync(out + '/assets/phone/phone.html', 'on a phone')
writeFileSync(out + '/assets/index-1.js', 'shown')
`

let workspace = ''
let said: string[] = []
const say = (line: string) => void said.push(line)

beforeEach(async () => {
  workspace = `${await mkdtemp(join(tmpdir(), 'anden-dashboard-'))}/`
  said = []
  await write('dashboard/build/compile.ts', compile)
  await write('dashboard/src/main.tsx', 'one')
})
afterEach(() => rm(workspace, { recursive: true, force: true }))

async function write(file: string, text: string) {
  await mkdir(dirname(workspace + file), { recursive: true })
  await writeFile(workspace + file, text)
}
const build = () => buildIfChanged({ workspace, say })
const runs = async () => (await readFile(`${workspace}runs`, 'utf8').catch(() => '')).split('\n').length - 1
const page = () => readFile(join(distOf(workspace), 'index.html'), 'utf8')

test('several that start at once build once, say so, and not again', async () => {
  expect((await Promise.all([build(), build(), build()])).filter(Boolean)).toHaveLength(1)
  expect(await build()).toBe(false)
  expect([await page(), await runs()]).toEqual(['one', 1])
  expect(said).toEqual([
    'dashboard: building the pages, once, which takes a few seconds',
    expect.stringMatching(/^dashboard: built in \d+\.\d s$/),
  ])
})

test('builds again when a source has changed, but not for a test', async () => {
  await build()
  await write('dashboard/src/main.tsx', 'two')
  await write('dashboard/src/main.test.tsx', 'a test')
  expect([await build(), await page()]).toEqual([true, 'two'])
  await write('dashboard/src/main.test.tsx', 'another test')
  expect(await build()).toBe(false)
})

test('without sources what was built is served, and without both it says so', async () => {
  process.env['SECRET_KEY'] = 'only for the service'
  await build().finally(() => delete process.env['SECRET_KEY'])
  const environment = JSON.parse(await readFile(`${workspace}runs`, 'utf8'))
  expect(environment, 'a build gets none of the settings').not.toContain('SECRET_KEY')
  await rm(`${workspace}dashboard/src`, { recursive: true })
  expect([await build(), await page()]).toEqual([false, 'one'])
  await rm(distOf(workspace), { recursive: true })
  await expect(build()).rejects.toThrow('not built, and its sources are not installed')
})

test('a dashboard is being built, then ready', async () => {
  const dashboard = openDashboard({ workspace, say })
  expect(dashboard.state()).toEqual({ is: 'building' })
  await until('it is ready', () => dashboard.state().is === 'ready')
  expect(dashboard.state()).toMatchObject({ dist: { index: 'one', phone: 'on a phone' } })
})

test('a build that fails is one line with the reason', async () => {
  await write('dashboard/src/main.tsx', 'broken')
  const dashboard = openDashboard({ workspace, say })
  await until('it has failed', () => dashboard.state().is === 'failed')
  expect(said.slice(1)).toEqual(['dashboard: not available, the API is: Error: src/main.tsx is broken'])
})

test('a service that stops ends the build, and reports no failure', async () => {
  await write('dashboard/build/compile.ts', `${compile}\nsetInterval(() => {}, 1000)`)
  const dashboard = openDashboard({ workspace, say })
  await until('it is building', async () => (await runs()) === 1)
  dashboard.close()
  await write('dashboard/build/compile.ts', compile)
  expect(await build()).toBe(true)
  expect(said.filter((line) => line.includes('not available'))).toEqual([])
})
