// The first connection verifies that the server is ours (it accepts the password), and creates the database if
// needed. It may be missing even in an existing cluster: its creator may have been killed between the two steps.
import { resolve } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { superuser } from './create.ts'

const database = 'anden'

/** Resolves with the URL of the database on the server at `port`, once it exists and responds. */
export async function ensureDatabase(port: number, password: string, pgdata: string): Promise<string> {
  const url = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`
  try {
    await connectOnce(url(database), pgdata)
  } catch (error) {
    const code = error instanceof DatabaseError ? error.code : undefined
    if (code === '3D000') await connectOnce(url('postgres'), pgdata, `create database ${database}`)
    // 53300: all connections are in use, so the database exists.
    else if (code !== '53300') {
      throw new Error(`cannot connect to the database server in ${pgdata}: ${(error as Error).message}`)
    }
  }
  return url(database)
}

async function connectOnce(connectionString: string, pgdata: string, statement?: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 20_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (statement) await client.query(statement)
    const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`)
    // PostgreSQL writes paths with slashes on every system.
    const served = resolve(rows[0]?.dir ?? '')
    if (served !== pgdata) throw new Error(`it serves ${served}; stop it first`)
  } finally {
    await client.end()
  }
}
