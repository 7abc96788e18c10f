// What the processes of the scenario tell each other.
export type ReceiverSetup = { endpoints: number }
export type ReceiverOrder =
  /** Those, by their place, answer no more; the others do, also to what they have kept waiting. */
  | { order: 'hang'; endpoints: number[] }
  /** Gives what has come since the last report. */
  | { order: 'report' }
export type Arrival = { endpoint: number; ms: number }
export type ReceiverReport = { received: number; arrivals: Arrival[] }

export type SenderSetup = { databaseUrl: string; redisPort: number | null; concurrency: number }
/** `fill` puts all pending deliveries into the queue, `go` lets them out. Both are answered with themselves. */
export type SenderOrder = 'fill' | 'go'
/** A queue's job has all that is needed to send it. */
export type Job = { id: string; event_id: string; url: string; secret: string; body: string }

export type DeliveryWriterSetup = {
  databaseUrl: string
  clientIds: string[]
  eventsPerTick: number
  tickMs: number
}
export type DeliveryWriterOrder = 'start' | 'stop'
export type DeliveryWriterReport = { events: number; seconds: number }
