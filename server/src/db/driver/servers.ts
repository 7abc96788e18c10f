// Connections to whichever server of a URL accepts writes. The last one that did is tried first; a connection that fails
// makes the following ones start at the next server, so that after a failover the service finds the new primary by itself.
import pg from 'pg'
import { databaseServers } from '../../config/server-urls.ts'
import { DatabaseUnavailableError } from '../unavailable.ts'
import { trackedSettings } from './connection-config.ts'

export type Servers = {
  readonly count: number
  readonly requiresWrites: boolean
  /** PgBouncer reports what it learnt from an earlier connection, so the server itself is asked whether it writes. */
  readonly isPooled: boolean
  current(): string
  /** The following connections do not start with this one. */
  leave(url: string): void
}

export function serversOf(text: string, { isPooled = false } = {}): Servers {
  const { urls, requiresWrites } = databaseServers(text)
  let index = 0
  const current = () => urls[index] ?? ''
  return {
    count: urls.length,
    requiresWrites,
    isPooled,
    current,
    leave(url) {
      // Of several connections that failed on one server, only the first moves on.
      if (url === current()) index = (index + 1) % urls.length
    },
  }
}

/** Repeats an attempt to connect, once for each server. */
async function onAnyServer<Result>(servers: Servers, attempt: () => Promise<Result>): Promise<Result> {
  for (let left = servers.count - 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/** A pool whose connections lead to the server that accepts writes. */
export function serverPool(servers: Servers, config: pg.PoolConfig): pg.Pool {
  class ServerPool extends pg.Pool {
    override connect(): Promise<pg.PoolClient>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback) {
      const connected = onAnyServer(servers, () => super.connect())
      if (!callback) return connected
      connected.then(
        (client) => callback(undefined, client, (release) => client.release(release)),
        (error: Error) => callback(error, undefined, () => undefined),
      )
      return undefined
    }
  }
  // The pool calls `new Client` for each connection, whereby each has the server that is tried first at that time.
  return new ServerPool({ ...config, Client: clientOf(servers) } as pg.PoolConfig)
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** A connection outside of a pool. */
export function connectToServer(
  servers: Servers,
  config: pg.ClientConfig,
  onError: (error: Error) => void,
): Promise<pg.Client> {
  const ServerClient = clientOf(servers)
  return onAnyServer(servers, async () => {
    const client = new ServerClient(config)
    client.on('error', onError)
    await client.connect()
    return client
  })
}

/** Reported by every server from PostgreSQL 14 on when a connection is opened, which saves asking for it. */
const reportedByReaders = ['in_hot_standby', 'default_transaction_read_only']

function clientOf(servers: Servers): typeof pg.Client {
  return class ServerClient extends pg.Client {
    readonly #url: string
    #isReadOnly = false

    constructor(config: pg.ClientConfig) {
      const url = servers.current()
      const connectionTimeoutMillis = (config.connectionTimeoutMillis ?? 0) / servers.count
      super({ ...config, connectionString: url, connectionTimeoutMillis })
      this.#url = url
      // Between the last message of the connect and the listener of whoever connects, an error would crash the process.
      this.on('error', () => undefined)
      if (servers.isPooled) addStartupParameters(this)
    }

    override connect(): Promise<pg.Client>
    override connect(callback: ClientCallback): void
    override connect(callback?: ClientCallback) {
      const connected = this.#connect()
      const done = callback as ((error: Error | null, client?: pg.Client) => void) | undefined
      if (!done) return connected
      connected.then((client) => done(null, client), done)
      return undefined
    }

    async #connect(): Promise<pg.Client> {
      this.connection.on('parameterStatus', this.#noteParameter)
      try {
        await super.connect()
        if (servers.requiresWrites && (await this.#refusesWrites())) {
          throw new DatabaseUnavailableError(`${this.host}:${this.port} accepts no writes: it is a standby`)
        }
        return this
      } catch (error) {
        servers.leave(this.#url)
        this.connection.stream.destroy()
        throw error
      }
    }

    readonly #noteParameter = ({ parameterName, parameterValue }: ParameterStatus) => {
      if (reportedByReaders.includes(parameterName) && parameterValue === 'on') this.#isReadOnly = true
    }

    async #refusesWrites(): Promise<boolean> {
      if (!servers.isPooled) return this.#isReadOnly
      const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only')
      return rows[0]?.transaction_read_only === 'on'
    }
  }
}

/** The driver has no option for them. */
function addStartupParameters(client: pg.Client) {
  const starting = client as unknown as { getStartupConf(): Record<string, string> }
  const given = starting.getStartupConf()
  starting.getStartupConf = () => ({ ...given, ...trackedSettings })
}

type ClientCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)
type ParameterStatus = { parameterName: string; parameterValue: string }
