// For its second database, .ci/run skips the test files that do not use the database of the tests. It recognises them by
// their imports, so there must be no other way to reach that database.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usersOfTestDatabase, workspace } from './harness/import-graph.ts'

const sources = globSync('{contract,server,sdk,bench}/**/*.ts', {
  cwd: workspace,
  exclude: ['**/node_modules/**'],
})
const tests = sources.filter((file) => file.endsWith('.test.ts'))
const users = usersOfTestDatabase(tests)
const textOf = (file: string) => readFileSync(join(workspace, file), 'utf8')

test('most test files use the database of the tests, some do not', () => {
  expect(users).toContain('server/src/orders/create-order.test.ts')
  expect(users).toContain('server/tests/plans.test.ts')
  expect(users).toContain('sdk/src/client.test.ts')
  expect(users).not.toContain('server/src/db/embedded/crash.test.ts')
  expect(users.length).toBeGreaterThan(140)
  expect(users.length).toBeLessThan(tests.length)
})

test('whatever asks Vitest for the address of that database counts as its user', () => {
  const askers = sources.filter((file) => /\binject\b[^\n]*'(serverUrl|template)'/.test(textOf(file)))
  expect(askers).toContain('server/tests/harness/database.ts')
  expect(usersOfTestDatabase(askers)).toEqual(askers)
})

test('the environment of a test does not have the address', () => {
  expect(process.env['DATABASE_URL']).toBeUndefined()
})

test('a test file that imports by a name made at run time counts as one', () => {
  expect(textOf('server/src/docs/facts.test.ts')).toContain('import(new URL(')
  expect(users).toContain('server/src/docs/facts.test.ts')
})
