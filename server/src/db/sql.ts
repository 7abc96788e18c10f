// SQL is written as SQL. A statement carries the type of the rows that it returns, so callers need not state it. Statements can
// be nested.

declare const row: unique symbol

export class Statement<Row = unknown> {
  declare readonly [row]?: Row
  /** The text between the values. */
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  get text(): string {
    return this.strings.reduce((before, after, place) => `${before}$${place}${after}`)
  }

  /** The same statement with other values, or statements in their place. */
  withValues(values: readonly unknown[]): Statement {
    return compose(this.strings, values)
  }
}

export function sql<Row = unknown>(strings: TemplateStringsArray, ...given: unknown[]): Statement<Row> {
  return compose(strings, given)
}

/** Text that is part of the statement itself, so never what somebody has sent. */
export const raw = (text: string): Statement => new Statement([text], [])

export const empty = raw('')

export function join(given: readonly unknown[], separator = ','): Statement {
  if (given.length === 0) throw new TypeError('there is nothing to join')
  return compose(['', ...given.slice(1).map(() => separator), ''], given)
}

/** The text and the values of a nested statement become part of the outer one. */
function compose<Row>(outer: readonly string[], given: readonly unknown[]): Statement<Row> {
  const strings = [outer[0] ?? '']
  const values: unknown[] = []
  const append = (text: string) => strings.push((strings.pop() ?? '') + text)
  for (const [place, one] of given.entries()) {
    const nested = one instanceof Statement ? one : new Statement(['', ''], [one])
    const [first, ...rest] = nested.strings
    append(first ?? '')
    strings.push(...rest)
    values.push(...nested.values)
    append(outer[place + 1] ?? '')
  }
  return new Statement(strings, values)
}

const names = new Map<string, string>()

/** The name under which PostgreSQL keeps the plan of a text: the same text has the same name. */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `anden_${names.size}`
  names.set(text, name)
  return name
}

/**
 * The form in which names are compared: case and accents are ignored ("dona" finds "Doña"), independently of the
 * database's collation. Uses canonical decomposition, not NFKD, which can turn one character into eighteen: the fold of
 * a name must fit into an index. After a change here, a migration with the step refold-names updates the stored folds.
 */
export function fold(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '')
  // The text has only accents: as a filter, an empty fold would match every name.
  return (bare || text).normalize('NFC').toLowerCase()
}

/** A `like` pattern that matches texts containing this one, with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
