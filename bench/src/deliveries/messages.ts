// Messages between the processes of the scenario.
export type ReceiverSetup = { endpoints: number }
export type ReceiverCommand =
  /**
   * The endpoints with these indices stop responding. All others respond, also to requests that they have held back.
   */
  | { command: 'hang'; endpoints: number[] }
  /** Returns what has arrived since the last report. */
  | { command: 'report' }
export type Arrival = { endpoint: number; ms: number }
export type ReceiverReport = { received: number; arrivals: Arrival[] }

export type SenderSetup = { databaseUrl: string; redisPort: number | null; concurrency: number }
/** `fill` enqueues all pending deliveries, `go` releases them. The sender echoes each command when it is done. */
export type SenderCommand = 'fill' | 'go'
/** A job contains everything that is needed to send it. */
export type Job = { id: string; event_id: string; url: string; secret: string; body: string }

export type DeliveryWriterSetup = {
  databaseUrl: string
  clientIds: string[]
  eventsPerTick: number
  tickMs: number
}
export type DeliveryWriterCommand = 'start' | 'stop'
export type DeliveryWriterReport = { events: number; seconds: number }
