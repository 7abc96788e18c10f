// How a statement is sent. It is prepared once per connection and runs with a generic plan only, so the plans that the
// tests check are the ones that run. Through a pooler in transaction mode it has no name: the next one may run on another
// session, which has not prepared it.
import type pg from 'pg'
import { NamedQuery } from './named-query.ts'
import type { Statement } from './sql.ts'

export type Send = (connection: pg.ClientBase, statement: Statement) => Promise<pg.QueryResult>

export const sendNamed: Send = (connection, { shape, values }) =>
  connection.query(new NamedQuery(shape.name, shape.text, values as unknown[])).result

export const sendUnnamed: Send = (connection, { text, values }) =>
  connection.query({ text, values: values as unknown[] })
