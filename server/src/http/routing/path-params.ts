// The parameters of a path, as a type and as a schema: those of `/webhooks/:id/deliveries/:delivery_id` are
// `{ id: string; delivery_id: string }`.
import { Id, TransactionId, Type } from '@anden/contract'
import type { TSchema } from 'typebox'

export type ParamsOf<Path extends string> = { [Name in ParamName<Path>]: string }

type ParamName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamName<Segment> | ParamName<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** null: the path has no parameters. */
export function paramsSchema(path: string): TSchema | null {
  const names = path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []))
  if (names.length === 0) return null
  const schemaOf = (name: string) => (name === 'transaction_id' ? TransactionId : Id)
  return Type.Object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])), {
    additionalProperties: false,
  })
}
