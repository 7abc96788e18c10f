import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type as TypeBox } from 'typebox'
import { expect, test } from 'vitest'
import { Type } from './type.ts'

const workspace = fileURLToPath(new URL('../../', import.meta.url))

/** A schema that uses every feature, made with either builder. */
function schemaBy(builder: typeof Type) {
  const text = builder.String({ maxLength: 5, description: 'A text' })
  const size = builder.Unsafe<'S' | 'M'>({ type: 'string', enum: ['S', 'M'] })
  const nested = builder.Object({ tags: builder.Array(text, { maxItems: 2 }) }, { title: 'Nested' })
  return builder.Object(
    {
      text,
      size,
      nested,
      count: builder.Optional(builder.Integer({ minimum: 1 })),
      weight: builder.Number(),
      isOpen: builder.Boolean({ default: false }),
      more: builder.Optional(nested),
      // An optional schema stays optional under another static type.
      other: builder.Unsafe<string>(builder.Optional(text)),
      none: builder.Object({ only: builder.Optional(text) }),
      plain: { ...builder.Optional(text) },
    },
    { additionalProperties: false },
  )
}

test('schemas are those of TypeBox, down to the order of their members', () => {
  expect(JSON.stringify(schemaBy(Type), null, 2)).toBe(JSON.stringify(schemaBy(TypeBox), null, 2))
})

test('an optional copy leaves the original schema required', () => {
  const text = Type.String()
  Type.Optional(text)
  expect(Type.Object({ text })).toMatchObject({ required: ['text'] })
})

test('nothing that runs in production loads TypeBox itself', () => {
  const sources = globSync('{contract,server,sdk,dashboard}/src/**/*.{ts,tsx}', { cwd: workspace })
  const loading = sources.filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /^import (?!type )[^'";]* from 'typebox/m.test(readFileSync(join(workspace, file), 'utf8')),
  )
  expect(loading, "import { Type } from '@anden/contract', or './type.ts' there").toEqual([])
})
