// The server's settings are passed at each start, so that they come from the current code and not from a file that an
// older release wrote. Statements and values are not logged: they may be personal data.

/** Command-line options of `postgres`. `durable: false` is for tests: a crash of the machine loses data. */
export function serverSettings(clusterName: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string> = {
    cluster_name: clusterName,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // An import of 100,000 new lots writes 250 MB of tables and indexes, and 360 MB of WAL. With 128 MB for pages and the
    // 4 MB for WAL that follow from it, its connection wrote 14,500 pages and 21,000 blocks of WAL itself, and created 21
    // WAL segments. Now it writes no page and 4 blocks, and the walwriter creates 19 of the 21 segments meanwhile.
    shared_buffers: '256MB',
    wal_buffers: '16MB',
    // Keeps WAL segments for reuse: creating one takes 40 ms and more, in which nothing is committed. With the default
    // of 80 MB, the p99 of a webhook under load was 28 to 59 ms instead of 22 to 32.
    min_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    // For this setting, `log` includes messages about the server and excludes errors of clients.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(durable ? durableSettings : quickSettings),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const durableSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

// With wal_level=minimal, a table that was rewritten in the same transaction is filled without WAL. Autovacuum would
// process every table of a million rows during the tests.
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
