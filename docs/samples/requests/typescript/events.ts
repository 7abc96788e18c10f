import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Anden } from '@anden/sdk'

const { ANDEN_URL = '', ANDEN_API_KEY = '' } = process.env
const anden = new Anden({ baseUrl: ANDEN_URL, apiKey: ANDEN_API_KEY })

const cursor = existsSync('cursor.txt') ? readFileSync('cursor.txt', 'utf8') : undefined
// Without `untilCaughtUp` it waits for the next events, for ever.
const feed = anden.events.follow(cursor, { untilCaughtUp: true })
for await (const event of feed) {
  console.log(event.type, event.id)
  // Better in your database, in the transaction of your own change.
  writeFileSync('cursor.txt', feed.cursor ?? '')
}
