// How a statement is sent. It is prepared once per connection and runs with a generic plan only, so the plans that the
// tests check are the ones that run. Through a pooler in transaction mode it has no name: the next one may run on another
// session, which has not prepared it.
import type pg from 'pg'
import { openFlightOf } from './flight.ts'
import { NamedQuery } from './named-query.ts'
import type { Statement } from './sql.ts'

export type Send = (connection: pg.ClientBase, statement: Statement) => Promise<pg.QueryResult>

/** With the connection's flight, if one is open. */
export const sendNamed: Send = (connection, statement) => {
  const flight = openFlightOf(connection)
  const query = namedQuery(connection, statement)
  if (!flight) return connection.query(query).result
  flight.add(() => {
    connection.query(query)
  })
  return query.result
}

/** Part of the connection's flight, if one is open. */
export const namedQuery = (connection: pg.ClientBase, { shape: { name, text }, values }: Statement) =>
  new NamedQuery(connection, { name, text, values: values as unknown[] }, openFlightOf(connection))

export const sendUnnamed: Send = (connection, { text, values }) =>
  connection.query({ text, values: values as unknown[] })
