// The first connection proves that the server is ours (it knows the password) and makes the database, which
// may be missing even in an old cluster: its creator can have been killed between the two steps.
import { resolve } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { superuser } from './create.ts'

const database = 'anden'

/** The URL of the database on the server at `port`, which exists and answers. */
export async function ensureDatabase(port: number, password: string, pgdata: string): Promise<string> {
  const url = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
  try {
    await visit(url(database), pgdata)
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined
    if (code === '3D000') await visit(url('postgres'), pgdata, `create database ${database}`)
    // All connections are taken: the database is there, and its users are at work.
    else if (code !== '53300') {
      throw new Error(`the database server in ${pgdata} does not let us in: ${(error as Error).message}`)
    }
  }
  return url(database)
}

async function visit(connectionString: string, pgdata: string, statement?: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 20_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (statement) await client.query(statement)
    const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
    // PostgreSQL writes a path with slashes on every system.
    const served = resolve(rows[0]?.dir ?? '')
    if (served !== pgdata) throw new Error(`it was started for ${served}; end it first`)
  } finally {
    await client.end()
  }
}
