import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

test('the package has no dependencies', () => {
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    expect(Object.keys(manifest[kind] ?? {})).toEqual([])
})
