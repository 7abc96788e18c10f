// Every workspace declares the packages that it imports: code that runs in production among its dependencies, what
// only tests use among its devDependencies, which `npm ci --omit=dev` leaves out. npm would not notice either mistake,
// as it puts the packages of all workspaces into one directory.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Manifest = {
  workspaces?: string[]
  dependencies?: object
  optionalDependencies?: object
  devDependencies?: object
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
const namesIn = (...lists: (object | undefined)[]) => lists.flatMap((list) => Object.keys(list ?? {}))

/** Tools of the whole workspace; Vitest is the one that is imported. */
const shared = namesIn(manifestOf('.').devDependencies)

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(src|bin|tests)\/.*\.(tsx?|js)$/.test(file) && !file.endsWith('.d.ts'),
  )
}

/** Names of the packages that a file imports. */
function packagesIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const imports = text.matchAll(/^(?:import|export) (?:[^'";]*? from )?'([^'.][^']*)'/gm)
  return (
    [...imports]
      .map(([, target = '']) => target)
      // Added by the build of the dashboard: `contract:portal/GET /orders`.
      .filter((target) => !isBuiltin(target) && !/^\w+:/.test(target))
      .map((target) =>
        target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/'),
      )
  )
}

const isTest = (file: string) => /\.test\.tsx?$|^(src\/testing|tests)\//.test(file)

describe.each(manifestOf('.').workspaces ?? [])('%s', (folder) => {
  const { dependencies, optionalDependencies, devDependencies } = manifestOf(folder)
  const imports = sourcesOf(folder).flatMap((file) =>
    packagesIn(join(folder, file)).map((name) => ({ file, name })),
  )
  const missing = (inTests: boolean, declared: string[]) =>
    imports.filter(({ file, name }) => isTest(file) === inTests && !declared.includes(name))

  test('has imports to look at', () => {
    expect(imports.length).toBeGreaterThan(0)
  })

  test('declares what it runs on as dependencies', () => {
    // The bench is never deployed: the packages that it compares with are left out of a production install.
    const measured = folder === 'bench' ? namesIn(devDependencies) : []
    expect(missing(false, [...namesIn(dependencies, optionalDependencies), ...measured])).toEqual([])
  })

  test('declares what its tests use', () => {
    expect(missing(true, [...namesIn(dependencies, devDependencies), ...shared])).toEqual([])
  })
})
