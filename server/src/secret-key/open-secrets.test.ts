// A wrong SECRET_KEY is refused before anything runs with it, and cursors survive every change of it.

import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertRows } from '../../tests/harness/insert-rows.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { secretKeys } from '../config/secrets.ts'
import { sql } from '../db/sql.ts'
import { createClient } from '../identity/clients.ts'
import { endpointBoxes } from './secret-box.ts'
import { checkSecretKey, openSecrets } from './stored-key.ts'

const [ours, theirs, third] = ['the key of this database', 'another key altogether', 'yet another key']
const wrong = 'SECRET_KEY is not the key that the data in this database was encrypted with'

const database = await useDatabase()
beforeEach(async () => {
  await database.db.run(sql`delete from sealed_key`)
  await database.db.run(sql`delete from webhook_endpoints`)
})

const open = (...keys: string[]) => openSecrets(database.db, secretKeys(keys))
const check = (...keys: string[]) => checkSecretKey(database.db, secretKeys(keys))
const stored = () => database.db.rows(sql<{ sealed: Buffer }>`select sealed from sealed_key`)

/** A database from before there was a sealed key: endpoints whose secrets are sealed under SECRET_KEY. */
async function anEndpoint(key: string) {
  const { id } = await createClient(database.db, { name: 'Uno', email: 'a@uno.example', cuit_dni: null })
  const endpointId = uuidv7()
  const sealed = endpointBoxes(secretKeys([key]))[0]?.seal('whsec_00', endpointId)
  const secret = `\\x${sealed?.toString('hex')}`
  const url = `https://uno.example/${endpointId}`
  await insertRows(database.db, 'webhook_endpoints', [
    { id: endpointId, client_id: id, url, events: ['order.created'], secret },
  ])
}

describe('a new database', () => {
  test('accepts the first key that it is started with, and no other after it', async () => {
    await open(ours)
    await expect(open(theirs)).rejects.toThrow(wrong)
    await expect(check(theirs)).rejects.toThrow(wrong)
    expect(await check(ours)).toEqual({ stored: true, index: 0 })
  })

  test('has one key after many first starts at once, even with different secret keys', async () => {
    const outcomes = await Promise.allSettled([ours, ours, theirs, ours, theirs].map((key) => open(key)))
    const opened = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.cursorKey] : []))
    expect([2, 3]).toContain(opened.length)
    expect(new Set(opened.map(String)).size).toBe(1)
    expect(await stored()).toHaveLength(1)
  })

  test('is not changed by a check', async () => {
    expect(await check(ours)).toEqual({ stored: false, index: 0 })
    expect(await stored()).toEqual([])
  })
})

describe('a database from before there was a sealed key', () => {
  test('refuses a key that opens no secret of its endpoints', async () => {
    await anEndpoint(ours)
    await expect(check(theirs)).rejects.toThrow(wrong)
    await expect(open(theirs)).rejects.toThrow(wrong)
    expect(await stored()).toEqual([])
    await open(ours)
    expect(await check(ours)).toEqual({ stored: true, index: 0 })
  })

  test('takes the key that one of its secrets was sealed with, also where others are damaged', async () => {
    await anEndpoint(third)
    await anEndpoint(ours)
    await open(theirs, ours)
    await expect(open(theirs)).rejects.toThrow(wrong)
    await open(ours)
  })

  test('keeps accepting the cursors that it has issued', async () => {
    expect((await open(ours)).cursorKey).toEqual(secretKeys([ours]).keysFor('cursor')[0])
  })
})

test('of two keys the current one is found, whichever is named first', async () => {
  const { cursorKey } = await open(ours)
  expect(await check(theirs, ours)).toEqual({ stored: true, index: 1 })
  expect((await open(theirs, ours)).cursorKey).toEqual(cursorKey)
})
