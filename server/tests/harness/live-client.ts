// A listener to the live stream, as a client's developer would write it: it reads events as they arrive, keeps the last id,
// and can reconnect with it. Each stream has its own connection: the pool of `fetch` opens a spare one when a stream is
// abandoned, and a server that stops would wait for it.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { StaffTopicChange } from '@anden/contract'
import { until } from './until.ts'

type Change = Omit<StaffTopicChange, 'client_id'> & { client_id?: string | null }
type Credential = Record<string, string>

export type LiveClient = Awaited<ReturnType<typeof listen>>

export const bearer = (token: string): Credential => ({ authorization: `Bearer ${token}` })

export async function listen(url: string, credential: Credential, lastEventId?: string) {
  const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const request = get(`${url}/live`, { headers: { ...credential, ...resumed }, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${await text(response)}`)
  const changes: Change[] = []
  const state = { lastEventId: '', heartbeats: 0, hasEnded: false }
  const finished = readEvents(response, changes, state)
    // The connection was broken or abandoned.
    .catch(() => undefined)
    .finally(() => {
      state.hasEnded = true
    })
  await until('the stream has started', () => state.lastEventId !== '' || state.hasEnded)
  return {
    headers: response.headers,
    changes,
    state,
    heard: (topic: string, clientId?: string) =>
      until(`${topic} is reported`, () =>
        changes.some((one) => one.topic === topic && (clientId === undefined || one.client_id === clientId)),
      ),
    ended: () => until('the stream has ended', () => state.hasEnded),
    async leave() {
      request.destroy()
      await finished
    },
  }
}

type State = { lastEventId: string; heartbeats: number }

async function readEvents(response: IncomingMessage, changes: Change[], state: State) {
  let unread = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const blocks = (unread + chunk).split('\n\n')
    unread = blocks.pop() ?? ''
    for (const line of blocks.flatMap((block) => block.split('\n'))) {
      if (line.startsWith('data: ')) changes.push(JSON.parse(line.slice(6)))
      if (line.startsWith('id: ')) state.lastEventId = line.slice(4)
      if (line.startsWith(':')) state.heartbeats += 1
    }
  }
}
