// Messages between the scenario and the listening process.
/** One stream for each set of headers. */
export type ListenersSetup = { url: string; headers: Record<string, string>[] }
/**
 * `connect` is echoed when every stream is open, `disconnect` when all are closed; `report` returns the events so far.
 */
export type ListenersCommand = 'connect' | 'disconnect' | 'report'
export type Heard = { topic: string; version: number; listener: number; at: number }
export type ListenersReport = { heard: Heard[]; closed: number }
