// SQL is written as SQL. A statement carries the type of the rows that it returns, so callers need not state it. Statements can
// be nested. The text of a template is put together once for each combination of what is nested in it, not at each call: that
// and the search for the name of the text took 2 to 5 % of Node.js's CPU time for a write.

/** The part of a statement that is the same at each call. */
type Shape = {
  /** The text between the values. */
  readonly strings: readonly string[]
  readonly text: string
  /** The name of the prepared statement: the same text has the same name. */
  readonly name: string
}

declare const row: unique symbol

export class Statement<Row = unknown> {
  declare readonly [row]?: Row
  readonly shape: Shape
  readonly values: readonly unknown[]

  constructor(shape: Shape, values: readonly unknown[]) {
    this.shape = shape
    this.values = values
  }

  get text(): string {
    return this.shape.text
  }

  /** The same statement with other values, or statements in their place. */
  withValues(values: readonly unknown[]): Statement {
    return compose(this.shape.strings, values)
  }
}

export function sql<Row = unknown>(strings: TemplateStringsArray, ...given: unknown[]): Statement<Row> {
  return compose(strings, given)
}

/** Text that is part of the statement itself, so never what somebody has sent. */
export const raw = (text: string): Statement =>
  new Statement(
    keptOrMade(rawShapes, text, () => shapeOf([text])),
    [],
  )

export function join(given: readonly unknown[], separator = ','): Statement {
  if (given.length === 0) throw new TypeError('there is nothing to join')
  const strings = keptOrMade(separators, `${given.length} ${separator}`, () => [
    '',
    ...given.slice(1).map(() => separator),
    '',
  ])
  return compose(strings, given)
}

/** The strings of a template, and what was given for its first places: null stands for a value. */
type Places = { shape: Shape | null; readonly next: Map<Shape | null, Places> }

const templates = new WeakMap<readonly string[], Places>()
const rawShapes = new Map<string, Shape>()
const separators = new Map<string, readonly string[]>()
const names = new Map<string, string>()

export const empty = raw('')

/** The same strings must be the same array, because the text is kept under it. */
function compose<Row>(strings: readonly string[], given: readonly unknown[]): Statement<Row> {
  let places = keptOrMade(templates, strings, newPlaces)
  const values: unknown[] = []
  for (const one of given) {
    const nested = one instanceof Statement ? one : null
    if (nested) values.push(...nested.values)
    else values.push(one)
    places = keptOrMade(places.next, nested?.shape ?? null, newPlaces)
  }
  places.shape ??= shapeOf(flattened(strings, given))
  return new Statement(places.shape, values)
}

const newPlaces = (): Places => ({ shape: null, next: new Map() })

function keptOrMade<Key, Value>(
  kept: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const found = kept.get(key)
  if (found !== undefined) return found
  const made = make()
  kept.set(key, made)
  return made
}

function flattened(strings: readonly string[], given: readonly unknown[]): string[] {
  const flat = [strings[0] ?? '']
  const append = (text: string) => flat.push((flat.pop() ?? '') + text)
  for (const [place, one] of given.entries()) {
    const [first, ...rest] = one instanceof Statement ? one.shape.strings : ['', '']
    append(first ?? '')
    flat.push(...rest)
    append(strings[place + 1] ?? '')
  }
  return flat
}

function shapeOf(strings: readonly string[]): Shape {
  const text = strings.reduce((before, after, place) => `${before}$${place}${after}`)
  const name = keptOrMade(names, text, () => `anden_${names.size}`)
  return { strings, text, name }
}
