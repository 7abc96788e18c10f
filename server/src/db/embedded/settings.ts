// The server's settings are given at each start, so that they follow the code and not the file that an older
// release wrote. Statements and values stay out of its log: they may be personal data.

/** Command line options of `postgres`. `durable: false` is for tests: a crash of the machine loses data. */
export function serverSettings(clusterName: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    cluster_name: clusterName,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    // Segments of the log are used again instead of being removed: to make one anew takes 40 ms and more in which
    // nothing is committed. With the usual 80 MB a webhook's p99 under load was 28 to 59 ms instead of 22 to 32.
    min_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    // In the order of the log, `log` lets pass what concerns the server and leaves out clients' errors.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(durable ? durableSettings : quickSettings),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const durableSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

// With wal_level=minimal a table that was rewritten in the same transaction is filled without a log. Autovacuum
// would go over every table of a million rows in the middle of the tests.
const quickSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}
