// Types for the part of autocannon that the bench uses; the package has none.
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  export type LoadRequest = {
    method?: 'POST'
    headers: Record<string, string>
    body?: string
    /** Called before each request. */
    setupRequest?: (request: LoadRequest) => LoadRequest
  }

  type Connection = EventEmitter & {
    setRequests(requests: LoadRequest[]): void
    on(event: 'headers', listener: (head: { headers: string[] }) => void): Connection
  }

  type Result = { errors: number; timeouts: number; non2xx: number }

  type Run = EventEmitter &
    Promise<Result> & {
      stop(): void
      on(
        event: 'response',
        listener: (from: Connection, status: number, bytes: number, ms: number) => void,
      ): Run
    }

  type Options = {
    url: string
    connections: number
    /** In seconds. */
    duration: number
    /** In milliseconds. */
    sampleInt: number
    /** In seconds. */
    timeout: number
    setupClient: (connection: Connection) => void
  }

  export default function autocannon(options: Options): Run
}
