// Turns the statements of one request into those of any number of requests. Ids that existed before are replaced by
// those of another client. Ids and order numbers that the request created are replaced by new ones, consistently
// wherever they occur.
import { uuidv7 } from 'uuidv7'
import type { CapturedStatement } from './messages.ts'

type NewId = (captured: string) => string
type Render = (newId: NewId) => unknown
export type ReplayedStatement = { name: string; text: string; values: unknown[] }

const orderNumberPrefix = 'PED-'
const idOrNumber = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|PED-\d+/g

/** Higher than any number that the service reaches in the meantime. */
let lastOrderNumber = 10_000_000
const newOrderNumber = () => `${orderNumberPrefix}${++lastOrderNumber}`

/** Includes `begin` and `commit`. */
export function replayOf(kind: number, statements: readonly CapturedStatement[], known: readonly string[]) {
  const rendered = statements.map(({ text, values = [] }, i) => ({
    name: `kind_${kind}_${i}`,
    text,
    values: values.map(templateOf),
  }))
  return (replacements: readonly string[]): ReplayedStatement[] => {
    const ids = new Map(known.map((id, place) => [id, replacements[place] ?? id]))
    const newId: NewId = (captured) => {
      const isNumber = captured.startsWith(orderNumberPrefix)
      const id = ids.get(captured) ?? (isNumber ? newOrderNumber() : uuidv7())
      ids.set(captured, id)
      return id
    }
    return rendered.map(({ name, text, values }) => ({
      name,
      text,
      values: values.map((render) => render(newId)),
    }))
  }
}

function templateOf(value: unknown): Render {
  if (typeof value === 'string') return textTemplate(value)
  if (Array.isArray(value)) {
    const members = value.map(templateOf)
    return (newId) => members.map((render) => render(newId))
  }
  const buffer = value as { type?: string; data?: number[] } | null
  const constant = buffer?.type === 'Buffer' && buffer.data ? Buffer.from(buffer.data) : value
  return () => constant
}

function textTemplate(text: string): Render {
  const ids = text.match(idOrNumber) ?? []
  if (ids.length === 0) return () => text
  const parts = text.split(idOrNumber)
  return (newId) => parts.reduce((filled, part, i) => filled + newId(ids[i - 1] ?? '') + part)
}
