// The limits that a key can be given of its own, the same for clients' keys and the staff's.
import { type Command, InvalidArgumentError } from 'commander'

export type LimitOptions = { readPerHour?: number; writePerHour?: number; burstPerMinute?: number }

export function withLimits(command: Command): Command {
  return command
    .option('--read-per-hour <n>', 'a limit of its own', positive)
    .option('--write-per-hour <n>', 'a limit of its own', positive)
    .option('--burst-per-minute <n>', 'a limit of its own', positive)
}

export function limitsOf({ readPerHour, writePerHour, burstPerMinute }: LimitOptions) {
  return { read_per_hour: readPerHour, write_per_hour: writePerHour, burst_per_minute: burstPerMinute }
}

function positive(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 1_000_000) {
    throw new InvalidArgumentError('it must be a whole number from 1 to 1000000')
  }
  return value
}
