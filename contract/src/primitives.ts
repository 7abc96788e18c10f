// The small vocabulary that every resource is written in. Nullable and one-of are written as plain
// `type: [..., 'null']` and `enum`, not as unions: a union makes the serialiser validate each value
// before it can print it, which costs more than the rest of the row together.
import { type Static, type TSchema, type TSchemaOptions, type TUnsafe, Type } from 'typebox'

/** In lower case, as PostgreSQL and every answer write it. To be anchored by whoever uses it. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export const Id = Type.String({
  format: 'uuid',
  maxLength: 36,
  description: 'UUID v7, made by the service',
  examples: ['0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'],
})
export type Id = string

export const Timestamp = Type.String({
  format: 'date-time',
  // Of one that is sent, with nanoseconds and an offset.
  maxLength: 35,
  description: 'UTC, ISO 8601 with milliseconds',
  examples: ['2026-11-02T13:45:10.250Z'],
})

export const CalendarDate = Type.String({ format: 'date', maxLength: 10, examples: ['2027-03-31'] })

/** Exact to 3 decimals: at most 15 significant digits, which a JSON number carries unchanged. */
export const Quantity = Type.Number({ description: 'Exact to 3 decimals', examples: [120] })

/** Exact to 2 decimals, in ARS. */
export const Amount = Type.Number({ description: 'ARS, exact to 2 decimals', examples: [152340.5] })

export const VintageYear = Type.Integer({ minimum: 1900, maximum: 2200, examples: [2021] })

/** 64 characters before the @ and 255 after it are the most that a mail server has to take. */
export const Email = (example: string) =>
  Type.String({ format: 'email', maxLength: 320, examples: [example] })

export const notBlank = '\\S'

/** Text as it is sent: something must be in it. */
export const Text = (maxLength: number, options: TSchemaOptions = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: notBlank, ...options })

export function OneOf<const Values extends readonly string[]>(values: Values, options: TSchemaOptions = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

export function Nullable<Schema extends TSchema>(
  schema: Schema,
  options: TSchemaOptions = {},
): TUnsafe<Static<Schema> | null> {
  const plain: { type?: string; enum?: string[] } & Record<string, unknown> = { ...schema, ...options }
  return Type.Unsafe<Static<Schema> | null>({
    ...plain,
    type: [plain.type, 'null'],
    ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
  })
}

type Properties = Parameters<typeof Type.Object>[0]

/** An object that appears in the reference under its own name. Nothing but its properties is allowed in it. */
export function Named<const Props extends Properties>(
  title: string,
  properties: Props,
  options: TSchemaOptions = {},
) {
  return Type.Object(properties, { title, additionalProperties: false, ...options })
}
