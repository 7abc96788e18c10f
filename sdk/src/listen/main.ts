#!/usr/bin/env node
// anden-listen: develops a receiver of webhooks without a public address. See `usage` in options.ts.
import { AndenError } from '../anden-error.ts'
import { Anden } from '../index.ts'
import { pause } from '../time-limit.ts'
import { type Forwarded, forward, newDelivery } from './forward.ts'
import { type ListenOptions, readOptions, UsageError, usage } from './options.ts'
import { loadState, type Position, saveState, stateFile } from './state.ts'

/** 360 of the 1000 reads per hour while nothing happens, and a quick answer while somebody tries something. */
const idlePollMs = 10_000
const activePollMs = 2_000
const activeForMs = 60_000

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function listen({ forwardTo, baseUrl, apiKey, isWanted, since, print }: ListenOptions) {
  const anden = new Anden({ baseUrl, apiKey })
  const file = stateFile(process.env)
  const { secret, position: stopped } = loadState(file, baseUrl, apiKey)
  const position: Position =
    stopped && !since ? stopped : { from: (since ?? new Date()).toISOString(), forwarded: [] }
  const save = () => saveState(file, baseUrl, apiKey, { secret, position })
  const stop = new AbortController()
  const { signal } = stop
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

  const { client } = await anden.me.get({}, { signal })
  save()
  say(
    `Events of ${client.name}${client.environment === 'sandbox' ? ', sandbox' : ''} (${baseUrl}), ${stopped && !since ? 'from where it stopped' : `since ${position.from}`}`,
  )
  if (forwardTo) {
    say(`Forwarding to ${forwardTo}`)
    say(`Signing secret, for your receiver: ${secret}`)
    say(`${process.stdin.isTTY ? 'r' : 'r and Enter'} sends the last event again, Ctrl-C stops`)
  }

  let last: Forwarded | undefined
  let activeUntil = Date.now() + activeForMs
  // One after the other, also when r is pressed meanwhile.
  let sending: Promise<unknown> = Promise.resolve()
  const send = (one: Forwarded) => {
    last = one
    sending = sending.then(async () => {
      const startedAt = Date.now()
      const outcome = forwardTo && (await forward(forwardTo, secret, one))
      const { event, attempts } = one
      const columns = [new Date(startedAt).toISOString().slice(11, 19), event.type, event.id]
      if (outcome) columns.push(outcome, `${Date.now() - startedAt} ms`)
      if (attempts > 1) columns.push(`attempt ${attempts}`)
      say(printable(columns.join('  ')))
      if (print) say(JSON.stringify(event, null, 2))
    })
    return sending
  }
  readKeys(
    () => void (last && send(last)),
    () => stop.abort(),
  )

  while (!signal.aborted) {
    const feed = anden.events.follow(position.cursor, { from: position.from, untilCaughtUp: true, signal })
    for await (const event of feed) {
      if (isWanted(event.type) && !position.forwarded.includes(event.id)) {
        await send(newDelivery(event))
        activeUntil = Date.now() + activeForMs
      }
      const isNewPage = feed.cursor !== position.cursor
      position.forwarded = isNewPage ? [] : [...position.forwarded, event.id]
      position.cursor = feed.cursor
      save()
    }
    await pause(Date.now() < activeUntil ? activePollMs : idlePollMs, signal)
  }
  process.stdin.destroy()
  await sending
}

/** From a terminal one by one, without Enter: Node sets the terminal back when the process ends. From anything else as they come. */
function readKeys(repeat: () => void, stop: () => void) {
  const { stdin } = process
  const setRaw = (isRaw: boolean) => stdin.isTTY && stdin.setRawMode(isRaw)
  setRaw(true)
  stdin.setEncoding('utf8').on('data', (text: string) => {
    // Keys that the terminal itself no longer acts on: Ctrl-C and Ctrl-Z.
    if (text.includes('\u0003')) stop()
    if (text.includes('\u001A') && stdin.isTTY) {
      setRaw(false)
      process.once('SIGCONT', () => setRaw(true))
      process.kill(process.pid, 'SIGTSTP')
    }
    if (/r/i.test(text)) repeat()
  })
  // A terminal that goes away is no reason to fail.
  stdin.on('error', () => undefined)
}

/** What the service sends must not control the terminal. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, '\uFFFD')

function hintFor(error: unknown): string {
  if (!(error instanceof AndenError)) return ''
  if (error.code === 'validation/invalid-cursor') return '\nStart again with --since, for example --since 1h'
  if (error.status === 401) return '\nIs ANDEN_API_KEY the whole key, and of this warehouse?'
  return error.status === 403 ? '\nThe key needs the scope read:events' : ''
}

try {
  const options = readOptions(process.argv.slice(2), process.env, Date.now())
  if (options) await listen(options)
  else say(usage)
} catch (error) {
  const isAborted = error instanceof AndenError && error.code === 'request/aborted'
  if (!isAborted) {
    process.stderr.write(`anden-listen: ${(error as Error).message}${hintFor(error)}\n`)
    if (error instanceof UsageError) process.stderr.write('See anden-listen --help\n')
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
  process.stdin.destroy()
}
