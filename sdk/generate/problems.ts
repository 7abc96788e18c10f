// generated/problems.ts: the code of every problem, with the members that it adds to the problem document.
import { extraShape, type ProblemCode, type ProblemExtra, problemEntry, problems } from '@anden/contract'
import type { Schema } from './documents.ts'
import { typeOf } from './typescript.ts'

/** TypeBox schemas are JSON Schemas; a named one has its name as title. */
function withReferences(schema: Schema & { title?: string }): Schema {
  if (schema.title) return { $ref: `#/components/schemas/${schema.title}` }
  return schema.items ? { ...schema, items: withReferences(schema.items) } : schema
}

export function problemTypes(): string {
  const codes = Object.keys(problems) as ProblemCode[]
  const named = new Set<string>()
  const lines = codes.map((code) => {
    const { title, extra = [] } = problemEntry(code)
    const members = extra.map((name: ProblemExtra) => {
      const type = typeOf(withReferences(extraShape(code, name) as Schema), 'output')
      for (const [reference] of type.matchAll(/\b[A-Z]\w+/g)) named.add(reference)
      return `${name}: ${type}`
    })
    return `  /** ${title} */\n  '${code}': ${members.length > 0 ? `{ ${members.join('; ')} }` : 'unknown'}\n`
  })
  const ofFaults = ['FieldError', 'LineError', 'SheetError']
  const ofSchemas = [...named].filter((name) => !ofFaults.includes(name))
  return `import type { ${ofFaults.join(', ')} } from './faults.ts'
import type { ${ofSchemas.sort().join(', ')} } from './schemas.ts'

/** Every problem that the service reports, with the members that it adds to the problem document. */
export interface ProblemExtras {
${lines.join('')}}

/** New ones may be added: treat an unknown code by the status of the response. */
export type ProblemCode = keyof ProblemExtras
`
}
