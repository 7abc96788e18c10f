// One live stream per tab. It reports which topic has changed. Queries of that topic are refetched if they are on the
// page, and marked as stale otherwise. There is no polling.
import { useEffect, useState } from 'react'
import { markOld, noteEndOfSession, portal, queryClient, sessionEnded } from '../shared/api.ts'
import { inspectionEnded } from '../shared/inspected.ts'
import { useSession } from '../shared/session.ts'

export type LiveState = { isConnected: boolean; since: string }

export function useLive(): LiveState {
  const { client, scopes } = useSession()
  // In the back office, only staff who may read the data can follow its changes.
  const mayFollow = client !== null || scopes.includes('staff:read')
  const isEnded = [sessionEnded.use(), inspectionEnded.use()].includes(true)
  // Counts how often the network came back. Each time, the stream is reopened, because the old connection may be
  // half-open.
  const [returns, setReturns] = useState(0)
  const [state, setState] = useState<LiveState>({ isConnected: true, since: new Date().toISOString() })

  useEffect(() => {
    // Without a session the stream would be refused. It is opened again after the next sign-in.
    if (isEnded || !mayFollow) return
    const ended = new AbortController()
    const isConnected = (next: boolean) =>
      setState((was) =>
        was.isConnected === next ? was : { isConnected: next, since: new Date().toISOString() },
      )
    void follow(client !== null, ended.signal, isConnected, returns > 0)
    const goneOffline = () => isConnected(false)
    const backOnline = () => setReturns(returns + 1)
    window.addEventListener('offline', goneOffline)
    window.addEventListener('online', backOnline)
    return () => {
      ended.abort()
      window.removeEventListener('offline', goneOffline)
      window.removeEventListener('online', backOnline)
    }
  }, [client, mayFollow, isEnded, returns])

  return state
}

async function follow(
  isClient: boolean,
  signal: AbortSignal,
  isConnected: (is: boolean) => void,
  /** Whether changes may have been missed before the stream opened. */
  mayHaveMissed: boolean,
): Promise<void> {
  const api = isClient ? portal : (await import('../shared/backoffice.ts')).backoffice
  let wasLost = mayHaveMissed
  const lost = () => {
    wasLost = true
    isConnected(false)
  }
  // A read may fail before the stream notices that the connection is dead.
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query, type }) => {
    const error = query.state.error as { code?: string } | null
    if (type === 'updated' && error?.code === 'request/network') lost()
  })
  const onOpen = () => {
    isConnected(true)
    if (wasLost) void queryClient.invalidateQueries()
    wasLost = false
  }
  try {
    for await (const { topic } of api.live({ signal, onOpen, onLost: lost })) {
      isConnected(true)
      markOld(topic)
    }
  } catch (error) {
    if (signal.aborted) return
    lost()
    noteEndOfSession(error)
  } finally {
    unsubscribe()
  }
}
