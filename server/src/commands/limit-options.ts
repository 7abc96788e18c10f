// The limits that a key can be given of its own, the same for clients' keys and the staff's.
import type { Command } from 'commander'
import { integerArgument } from './arguments.ts'

export type LimitOptions = { readPerHour?: number; writePerHour?: number; burstPerMinute?: number }

export function withLimits(command: Command): Command {
  const limit = integerArgument(1, 1_000_000)
  return command
    .option('--read-per-hour <n>', 'a limit of its own', limit)
    .option('--write-per-hour <n>', 'a limit of its own', limit)
    .option('--burst-per-minute <n>', 'a limit of its own', limit)
}

export function limitsOf({ readPerHour, writePerHour, burstPerMinute }: LimitOptions) {
  return { read_per_hour: readPerHour, write_per_hour: writePerHour, burst_per_minute: burstPerMinute }
}
