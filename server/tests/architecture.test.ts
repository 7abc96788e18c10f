// Which part may import which. Every import of every source file is checked; an arrow that is not listed below fails.
//
//   commands, demo, scripts → everything
//   app → rooms, reference pages, and all that those may know
//   openapi, docs, mcp (reference) → http, config, top: they are made from the routes that are declared, and know no room
//   rooms → rooms (but never another room's queries, and never in a circle), print, spreadsheets, http, db, config, top
//   print → nothing but itself; what it draws is told to it by rooms
//   spreadsheets → nothing but itself; what a sheet is about is known to rooms
//   http → db, config, top; it knows no room
//   db → db/driver, which nothing above db knows: rooms have the database as Db, Transaction and Queryable
//   top (problem.ts, metrics.ts), config, db → nothing but themselves
//   deps.ts → types of http, db and config; it is types alone
//   contract → itself alone; every other package of ours → contract
//   sdk → types of the contract alone: nothing of ours or of others is part of what it publishes
//   in the dashboard: main, shell → client, staff → shared → ui; client and staff do not know each other
//   dashboard → the sdk, types, values and validation of the contract, and the samples of the documentation, which it shows
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Arrow, arrowsOf, workspace } from './harness/import-graph.ts'

/** Source files of a package, from the workspace's root; tests and what serves them may import anything. */
function sources(folder: string): string[] {
  const read = () => readdirSync(join(workspace, folder), { recursive: true, encoding: 'utf8' })
  return read()
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .filter((file) => !/^sdk\/src\/testing\//.test(file))
}

const packages = readdirSync(workspace, { withFileTypes: true })
  .filter(
    (entry) =>
      entry.isDirectory() && ['contract', 'server', 'bench', 'sdk', 'dashboard'].includes(entry.name),
  )
  .map((entry) => `${entry.name}/src`)
const arrows = packages.flatMap(sources).flatMap(arrowsOf)

const folders: Record<string, string> = {
  commands: 'commands',
  demo: 'commands',
  app: 'app',
  openapi: 'reference',
  docs: 'reference',
  mcp: 'reference',
  http: 'http',
  config: 'config',
  db: 'db',
  print: 'print',
  spreadsheets: 'spreadsheets',
}
const files: Record<string, string> = {
  'main.ts': 'commands',
  'openapi/write.ts': 'commands',
  'db/dump.ts': 'commands',
  'deps.ts': 'deps',
  'problem.ts': 'top',
  'metrics.ts': 'top',
}

/** The layer of a file of the server; a folder that is not listed is a room. */
function layerOf(path: string): string {
  const file = path.replace('server/src/', '')
  if (file.startsWith('db/driver/')) return 'driver'
  const folder = file.includes('/') ? file.split('/')[0] : undefined
  return files[file] ?? (folder === undefined ? 'unknown' : (folders[folder] ?? 'room'))
}

const belowRooms = ['http', 'db', 'config', 'top', 'deps']
const below: Record<string, string[]> = {
  commands: ['commands', 'app', 'room', 'reference', 'print', 'driver', ...belowRooms],
  app: ['app', 'room', 'reference', ...belowRooms],
  room: ['room', 'print', 'spreadsheets', ...belowRooms],
  print: ['print'],
  spreadsheets: ['spreadsheets'],
  reference: ['reference', 'http', 'config', 'top', 'deps'],
  http: belowRooms,
  deps: ['http', 'db', 'config'],
  top: ['top'],
  config: ['config'],
  db: ['db', 'driver'],
  driver: ['driver', 'db'],
}

const isOfServer = ({ from, to }: Arrow) => from.startsWith('server/') && to.startsWith('server/')
const show = ({ from, to }: Arrow) => `${from} → ${to}`
const importsNothing = (file: string) => !arrows.some(({ from }) => from === file)

/** A file of config/ that imports nothing itself, such as the check of the data directory, may be used by db/. */
const isLeafBelowDb = ({ from, to }: Arrow) =>
  ['db', 'driver'].includes(layerOf(from)) && layerOf(to) === 'config' && importsNothing(to)

test('the walk finds the code', () => {
  expect(arrows.length).toBeGreaterThan(200)
  expect(
    arrows.some(({ from, to }) => from.endsWith('app/app.ts') && to.endsWith('http/routing/mount.ts')),
  ).toBe(true)
})

test('in the server each layer imports only layers below it', () => {
  const wrong = arrows
    .filter(isOfServer)
    .filter(({ from, to }) => !below[layerOf(from)]?.includes(layerOf(to)))
    .filter((arrow) => !isLeafBelowDb(arrow))
  expect(wrong.map(show)).toEqual([])
})

test('the pool and its connections are known to db/ and to commands alone', () => {
  const users = arrows.filter(({ to }) => layerOf(to) === 'driver').map(({ from }) => layerOf(from))
  expect(users.length).toBeGreaterThan(10)
  expect(new Set(users)).toEqual(new Set(['driver', 'db', 'commands']))
})

test('deps.ts is types alone', () => {
  const wrong = arrows
    .filter(({ from, to, typeOnly }) => [from, to].includes('server/src/deps.ts') && !typeOnly)
    .map(show)
  expect(wrong).toEqual([])
})

const roomOf = (path: string) => path.split('/').slice(0, 3).join('/')

test('no room is in a circle with another, not even by its types', () => {
  const between = arrows
    .filter(isOfServer)
    .filter(({ from, to }) => layerOf(from) === 'room' && layerOf(to) === 'room')
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to)
  expect(between.length).toBeGreaterThan(30)
  expect(circlesIn(between)).toEqual([])
})

test('no file is in a circle with another, except by types', () => {
  expect(circlesIn(arrows.filter(({ typeOnly }) => !typeOnly))).toEqual([])
})

test('a circle is found, however long', () => {
  const through = (...names: string[]) =>
    names.slice(1).map((to, index) => ({ from: names[index] ?? '', to }))
  expect(circlesIn(through('a', 'b', 'c', 'd'))).toEqual([])
  expect(circlesIn(through('a', 'b', 'c', 'd', 'b'))).toEqual(['b → c → d → b'])
})

/** One circle for each arrow that closes one, by a walk in depth. */
function circlesIn(graph: readonly { from: string; to: string }[]): string[] {
  const targets = Map.groupBy(graph, ({ from }) => from)
  const finished = new Set<string>()
  const circles = new Set<string>()
  const walk = (name: string, way: readonly string[]) => {
    if (way.includes(name)) circles.add([...way.slice(way.indexOf(name)), name].join(' → '))
    if (way.includes(name) || finished.has(name)) return
    for (const { to } of targets.get(name) ?? []) walk(to, [...way, name])
    finished.add(name)
  }
  for (const name of targets.keys()) walk(name, [])
  return [...circles]
}

test('a room’s queries are its own', () => {
  const wrong = arrows
    .filter(isOfServer)
    .filter(
      ({ from, to }) => layerOf(to) === 'room' && /[/-]queries\.ts$/.test(to) && roomOf(from) !== roomOf(to),
    )
    .filter(({ from }) => layerOf(from) !== 'commands')
  expect(wrong.map(show)).toEqual([])
})

test('the contract imports nothing from other packages', () => {
  const wrong = arrows.filter(({ from, to }) => from.startsWith('contract/') && !to.startsWith('contract/'))
  expect(wrong.map(show)).toEqual([])
})

test('packages know each other by the contract alone; the bench may drive the server', () => {
  const packageOf = (path: string) => path.split('/')[0]
  const wrong = arrows
    .filter(({ from, to }) => !to.startsWith('@anden/contract') && packageOf(from) !== packageOf(to))
    .filter(({ from, to }) => !(from.startsWith('bench/') && to.startsWith('server/')))
    .filter(({ from, to }) => !(from.startsWith('dashboard/') && isForDashboard.test(to)))
  expect(wrong.map(show)).toEqual([])
})

const isForDashboard = /^(@anden\/sdk(\/|$)|docs\/samples\/.*\?raw$)/

/** Parts of the dashboard that each of its folders may import, besides itself. */
const belowInDashboard: Record<string, string[]> = {
  'main.tsx': ['shell', 'shared', 'ui'],
  shell: ['client', 'staff', 'shared', 'ui'],
  client: ['shared', 'ui'],
  staff: ['shared', 'ui'],
  shared: ['ui'],
  // The rules for numbers and languages, so that a quantity is read the same on every page; its size test keeps the rest out.
  phone: ['ui'],
  ui: [],
}
const partOfDashboard = (path: string) => path.split('/')[2] ?? ''
/** A route names the route above it, and tables name the type of their query. */
const isRouteOrType = ({ to, typeOnly }: Arrow) => typeOnly || to === 'dashboard/src/shell/roots.tsx'

test('in the dashboard imports go from the shell to the pages of one side, to what both share, to building blocks', () => {
  const wrong = arrows
    .filter(({ from, to }) => from.startsWith('dashboard/src/') && to.startsWith('dashboard/src/'))
    .filter(({ from, to }) => partOfDashboard(from) !== partOfDashboard(to))
    .filter(({ from, to }) => !belowInDashboard[partOfDashboard(from)]?.includes(partOfDashboard(to)))
    .filter((arrow) => !isRouteOrType(arrow))
  expect(wrong.map(show)).toEqual([])
})

test('the dashboard loads none of the contract’s schemas: its rules come with the API description', () => {
  const wrong = arrows.filter(
    ({ from, to, typeOnly }) => from.startsWith('dashboard/') && to === '@anden/contract' && !typeOnly,
  )
  expect(wrong.map(show)).toEqual([])
})

/** The files that are loaded before the command does anything. */
function loadedWith(file: string): Set<string> {
  const loaded = new Set([file])
  for (const one of loaded) {
    const next = arrows.filter(({ from, typeOnly, deferred }) => from === one && !typeOnly && !deferred)
    for (const { to } of next) loaded.add(to)
  }
  return loaded
}

test.each([...['backup', 'client', 'doctor', 'key', 'listen', 'migrate'], ...['secret', 'serve', 'user']])(
  'anden %s starts without the schemas of the contract, which take longer to load than all else',
  (name) => {
    const loaded = loadedWith(`server/src/commands/${name}.ts`)
    expect(loaded.size).toBeGreaterThan(3)
    expect([...loaded]).not.toContain('@anden/contract')
  },
)

test('the SDK runs on its own files alone', () => {
  const imports = sources('sdk/src').flatMap((file) => {
    const text = readFileSync(join(workspace, file), 'utf8')
    const targets = text.matchAll(/^(?:import|export) (?!type\b)(?:[^'";]*? from )?'([^']+)'/gm)
    return [...targets].map(([, target = '']) => ({ file, target }))
  })
  expect(imports.length).toBeGreaterThan(10)
  const ofOthers = imports.filter(({ target }) => !target.startsWith('./') && !target.startsWith('../'))
  // anden-listen is a program for Node, which nothing imports.
  const isProgram = ({ file, target }: (typeof imports)[number]) =>
    file.startsWith('sdk/src/listen/') && target.startsWith('node:')
  expect(ofOthers.filter((one) => !isProgram(one))).toEqual([])
  expect(
    imports.filter(({ file, target }) => !file.includes('/listen/') && target.includes('/listen/')),
  ).toEqual([])
})

test('test code is imported by tests alone', () => {
  expect(arrows.filter(({ to }) => /\.test\.ts$|^server\/tests\/|src\/testing\//.test(to)).map(show)).toEqual(
    [],
  )
})
