// Which file imports which, by their text. vitest.config.ts groups the test files by it.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const workspace = fileURLToPath(new URL('../../../', import.meta.url))

export type Arrow = { from: string; to: string; typeOnly: boolean; deferred: boolean }

/** Imports of our own code: of files, by their path from the workspace's root, and of packages, by their name. */
export function arrowsOf(file: string): Arrow[] {
  const text = readFileSync(join(workspace, file), 'utf8')
  const imports = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|import(\()?\s*'([^']+)'/g,
  )
  return [...imports].flatMap(([, type, from, call, bare]) => {
    const target = from ?? bare ?? ''
    const kind = { typeOnly: type !== undefined, deferred: call !== undefined }
    if (target.startsWith('.')) {
      const to = relative(workspace, join(workspace, dirname(file), target))
      return [{ from: file, to, ...kind }]
    }
    return target.startsWith('@anden/') ? [{ from: file, to: target, ...kind }] : []
  })
}

const database = 'server/tests/harness/database.ts'

/**
 * Test files that use the database of the tests: their imports lead to the only file that knows its address
 * (tests/import-graph.test.ts). All others have the same result with any PostgreSQL.
 */
export function usersOfTestDatabase(testFiles: readonly string[]): string[] {
  const known = new Map<string, string[]>()
  const importedBy = (file: string) => {
    const imported = known.get(file) ?? possibleImports(file)
    known.set(file, imported)
    return imported
  }
  return testFiles.filter((file) => {
    const reached = new Set([file])
    for (const one of reached) for (const to of importedBy(one)) reached.add(to)
    return reached.has(database)
  })
}

/** An import whose name is computed at run time might be the database, too. */
function possibleImports(file: string): string[] {
  if (!existsSync(join(workspace, file))) return []
  const isMade = /\bimport\([`\w]/.test(readFileSync(join(workspace, file), 'utf8'))
  return [...arrowsOf(file).map(({ to }) => to), ...(isMade ? [database] : [])]
}
