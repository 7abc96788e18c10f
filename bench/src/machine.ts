import { availableParallelism, cpus, totalmem, type } from 'node:os'

export type Machine = {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  postgres: string
  date: string
}

export function describeMachine(postgres: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: type(),
    node: process.versions.node,
    postgres,
    date: new Date().toISOString().slice(0, 10),
  }
}
