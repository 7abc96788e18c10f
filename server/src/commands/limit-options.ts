// The rate-limit options of a key, the same for client keys and staff keys.
import type { Command } from 'commander'
import { integerArgument } from './arguments.ts'

export type LimitOptions = { readPerHour?: number; writePerHour?: number; burstPerMinute?: number }

export function withLimits(command: Command): Command {
  const limit = integerArgument(1, 1_000_000)
  return command
    .option('--read-per-hour <n>', 'overrides the default limit of reads', limit)
    .option('--write-per-hour <n>', 'overrides the default limit of writes', limit)
    .option('--burst-per-minute <n>', 'overrides the default limit of all requests', limit)
}

export function limitsOf({ readPerHour, writePerHour, burstPerMinute }: LimitOptions) {
  return { read_per_hour: readPerHour, write_per_hour: writePerHour, burst_per_minute: burstPerMinute }
}
