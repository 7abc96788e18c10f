// A statement with a name. Two things differ from the driver's own queries. It is described once per connection: PostgreSQL refuses
// to run it if its columns have changed since it was prepared. And it can be part of a flight (db/flight.ts), in which only the last
// one has a Sync behind it. The driver goes on to the next query when PostgreSQL reports that it is ready, so for the others
// this is reported here when they are complete; and if one fails, PostgreSQL skips those behind it, which then fail here.
import pg from 'pg'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import type { Flight } from './flight.ts'

/** What the driver's classes have besides their declared members. */
type DriverQuery = {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
}
type Columns = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type DriverClient = { _sentQueryQueue: unknown[] }
type DriverConnection = { submittedNamedStatements: Record<string, string> }
type Callback = (error: Error | undefined, result: pg.QueryResult) => void

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => DriverQuery & pg.Submittable

type PreparedText = { name: string; text: string; values: unknown[] }

export class NamedQuery extends DriverQuery {
  readonly result: Promise<pg.QueryResult>
  readonly #client: DriverClient
  readonly #flight: Flight | null
  #isPreparing = false

  /** `flight`: one of the client that is open, or null. */
  constructor(client: pg.ClientBase, { name, text, values }: PreparedText, flight: Flight | null) {
    let settle: Callback = () => undefined
    const result = new Promise<pg.QueryResult>((resolve, reject) => {
      settle = (error, received) => (error ? reject(error) : resolve(received))
    })
    super(text, values, settle)
    this.name = name
    this.result = result.catch(throwFromHere)
    this.#client = client as unknown as DriverClient
    this.#flight = flight
  }

  override prepare(connection: pg.Connection): void {
    const { columns, views } = knownTo(connection)
    const known = columns.get(this.name)
    if (known) {
      this._result.fields = known.fields
      this._result._parsers = known._parsers
      this._result._prebuiltEmptyResultObject = known._prebuiltEmptyResultObject
      this._accumulateRows = true
    }
    this.#flight?.queries.push(this)
    this.#isPreparing = true
    super.prepare(views[known ? 'undescribed' : 'described'][this.#flight ? 'inFlight' : 'alone'])
    this.#isPreparing = false
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const { columns } = knownTo(connection)
    if (!columns.has(this.name)) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
      columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
    }
    super.handleCommandComplete(message, connection)
    if (this.#flight && this.#flight.queries.at(-1) !== this) connection.emit('readyForQuery', {})
  }

  override handleError(error: Error, connection: pg.Connection): void {
    super.handleError(error, connection)
    if (!this.#flight) return
    // A value that cannot be sent leaves a gap between what was sent and what is waited for.
    if (this.#isPreparing) connection.stream.destroy(error)
    else if (isFromServer(error)) this.#skipRestOf(this.#flight, error, connection)
  }

  #skipRestOf({ queries }: Flight, error: Error, connection: pg.Connection): void {
    const skipped = queries.slice(queries.indexOf(this) + 1)
    const waiting = this.#client._sentQueryQueue
    while (waiting.length > 0 && skipped.includes(waiting[0] as NamedQuery)) waiting.shift()
    for (const query of skipped) {
      // If it was to be prepared, it was not.
      delete (connection as unknown as DriverConnection).submittedNamedStatements[query.name]
      query.handleError(isDatabaseUnavailable(error) ? error : skippedAfterError(), connection)
    }
  }
}

/** As PostgreSQL itself says of a statement in a transaction that has failed. */
const skippedAfterError = () => Object.assign(new Error('skipped after an error'), { code: '25P02' })

/** Not that of a lost connection, which the driver reports to every query. */
const isFromServer = (error: Error) => 'severity' in error

/** The stack of an error leads to the code that waits for it, not to the socket that received the message. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}

/** The same connection, on which some messages are not sent. */
type Views = Record<'described' | 'undescribed', Record<'alone' | 'inFlight', pg.Connection>>
type Known = { columns: Map<string, Columns>; views: Views }
const known = new WeakMap<pg.Connection, Known>()

function knownTo(connection: pg.Connection): Known {
  let found = known.get(connection)
  if (!found) {
    found = { columns: new Map(), views: viewsOf(connection) }
    known.set(connection, found)
  }
  return found
}

function viewsOf(connection: pg.Connection): Views {
  const without = (from: pg.Connection, message: 'describe' | 'sync'): pg.Connection =>
    Object.assign(Object.create(from), { [message]: () => undefined })
  const undescribed = without(connection, 'describe')
  return {
    described: { alone: connection, inFlight: without(connection, 'sync') },
    undescribed: { alone: undescribed, inFlight: without(undescribed, 'sync') },
  }
}
