// No declaration hides a global or a utility type of TypeScript. Biome's noShadowRestrictedNames knows only the names of ECMAScript
// itself: neither fetch nor Pick. The generated types of the SDK are left out: they are the contract's, under the same names.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Program, parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const workspace = fileURLToPath(new URL('../../', import.meta.url))
const programs = globSync(['*/src/**/*.{ts,tsx}', 'server/tests/**/*.ts'], {
  cwd: workspace,
  exclude: ['**/node_modules/**'],
})
  .filter((file) => !file.endsWith('.d.ts') && !file.startsWith('sdk/src/generated/'))
  .map((file) => {
    const { program } = parseSync(file, readFileSync(workspace + file, 'utf8'))
    return { file, program }
  })

/** Not every version of Node has these globals, but every reader knows them. */
const storages = ['localStorage', 'sessionStorage']
const utilityTypes = [
  ...['Awaited', 'Partial', 'Required', 'Readonly', 'Record', 'Pick', 'Omit', 'Exclude', 'Extract'],
  ...['NonNullable', 'Parameters', 'ConstructorParameters', 'ReturnType', 'InstanceType', 'NoInfer'],
  ...['Iterable', 'Generator', 'PromiseLike', 'ArrayLike', 'PropertyKey', 'NodeJS', 'BufferEncoding'],
]
const taken = new Set([...Object.getOwnPropertyNames(globalThis), ...storages, ...utilityTypes])

test('no declaration hides a global', () => {
  const declared = programs.flatMap(({ file, program }) =>
    [...declaredNames(program)].map((name) => `${file}: ${name}`),
  )
  expect(declared.length).toBeGreaterThan(5_000)
  expect(declared.filter((entry) => taken.has(entry.split(': ')[1] ?? ''))).toEqual([])
})

type SyntaxNode = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Where a node declares names: the member that holds an identifier or a pattern. */
const declaring: Record<string, readonly string[]> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  TSInterfaceDeclaration: ['id'],
  TSTypeParameter: ['name'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
}

function* declaredNames(node: Program | SyntaxNode): Generator<string> {
  const members = node as SyntaxNode
  for (const member of declaring[node.type] ?? []) yield* namesIn(members[member])
  for (const value of Object.values(members).flat()) if (isNode(value)) yield* declaredNames(value)
}

/** The names that an identifier or a pattern binds: `{ a, b: [c] = [] }` binds a and c. */
function* namesIn(pattern: unknown): Generator<string> {
  if (Array.isArray(pattern)) for (const one of pattern) yield* namesIn(one)
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') yield String(pattern['name'])
  if (pattern.type === 'ObjectPattern') yield* namesIn(pattern['properties'])
  if (pattern.type === 'ArrayPattern') yield* namesIn(pattern['elements'])
  if (pattern.type === 'Property') yield* namesIn(pattern['value'])
  if (pattern.type === 'AssignmentPattern') yield* namesIn(pattern['left'])
  if (pattern.type === 'RestElement') yield* namesIn(pattern['argument'])
}
