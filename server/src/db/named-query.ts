// A statement with a name is described once per connection: PostgreSQL refuses to run it if its columns have changed since
// it was prepared. The driver asks for the columns at each execution and copies every statement's configuration with its
// property descriptors, which together took a tenth of the CPU time of a write.
import pg from 'pg'

/** What the driver's class has besides its declared members. */
type DriverQuery = {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type Callback = (error: Error | undefined, result: pg.QueryResult) => void

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => DriverQuery & pg.Submittable

export class NamedQuery extends DriverQuery {
  readonly result: Promise<pg.QueryResult>

  constructor(name: string, text: string, values: unknown[]) {
    let settle: Callback = () => undefined
    const result = new Promise<pg.QueryResult>((resolve, reject) => {
      settle = (error, received) => (error ? reject(error) : resolve(received))
    })
    super(text, values, settle)
    this.name = name
    this.result = result.catch(throwFromHere)
  }

  override prepare(connection: pg.Connection): void {
    const { columns, undescribed } = knownTo(connection)
    const known = columns.get(this.name)
    if (known === undefined) {
      super.prepare(connection)
      return
    }
    this._result.fields = known.fields
    this._result._parsers = known._parsers
    this._result._prebuiltEmptyResultObject = known._prebuiltEmptyResultObject
    this._accumulateRows = true
    super.prepare(undescribed)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const { columns } = knownTo(connection)
    if (!columns.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
      columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleCommandComplete(message, connection)
  }
}

/** The stack of an error leads to the code that waits for it, not to the socket that received the message. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}

type Known = {
  columns: Map<string, Columns>
  /** The same connection, on which nothing is described. */
  undescribed: pg.Connection
}
const known = new WeakMap<pg.Connection, Known>()

function knownTo(connection: pg.Connection): Known {
  let found = known.get(connection)
  if (!found) {
    const undescribed = Object.assign(Object.create(connection), { describe: () => undefined })
    found = { columns: new Map(), undescribed }
    known.set(connection, found)
  }
  return found
}
