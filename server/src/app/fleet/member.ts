// The side of a serving process that a supervisor has started.
import cluster from 'node:cluster'
import type { Deps } from '../../deps.ts'
import type { Limiter } from '../../http/admission/limits/limiter.ts'
import { supervisedLimiter } from '../../http/admission/limits/supervised.ts'
import { registry } from '../../metrics.ts'
import {
  type Answers,
  openChannel,
  ownPlace,
  type Place,
  type QuestionsOfProcess,
  type QuestionsOfSupervisor,
  type Ready,
} from './channel.ts'

const policy = {
  /** Longer than the machine is ever too busy. That the supervisor has exited is noticed at once. */
  limitsMs: 5_000,
  metricsMs: 2_000,
  faultsMs: 1_000,
}

export type Member = Place & {
  fleet: NonNullable<Deps['fleet']>
  sharedLimiter(fallback: Limiter): Limiter
  /** From now on the checks are part of what the processes report about each other. */
  report(checks: Deps['readinessChecks']): void
  ready(ready: Ready): void
  /** When the supervisor says so, or has exited. */
  onStop(stop: (reason: string) => void): void
}

/** null: the process was not started by a supervisor. */
export function joinFleet(environment: Record<string, string | undefined>): Member | null {
  const place = ownPlace(environment)
  const { worker } = cluster
  if (!place || !worker) return null
  // By default the cluster module ends the process when the supervisor has exited, without finishing its requests.
  worker.exitedAfterDisconnect = true
  const answers: Answers<QuestionsOfSupervisor> = { metrics: () => registry.getMetricsAsJSON() }
  const channel = openChannel<QuestionsOfProcess, QuestionsOfSupervisor>(process, answers)
  return {
    ...place,
    fleet: {
      async metrics() {
        const own = await registry.getMetricsAsJSON()
        return (await channel.ask('metrics', own, policy.metricsMs)) ?? registry.metrics()
      },
      faults: async () => (await channel.ask('faults', null, policy.faultsMs)) ?? [],
    },
    sharedLimiter: (fallback) =>
      supervisedLimiter(
        {
          take: (requests) => channel.ask('take', requests, policy.limitsMs),
          release: (request) => void channel.ask('release', request, policy.limitsMs),
        },
        fallback,
      ),
    report(checks) {
      answers.faults = () => checks.map((check) => check()).filter((fault) => fault !== null)
    },
    ready: (ready) => void channel.ask('ready', ready, policy.metricsMs),
    onStop(stop) {
      answers.stop = () => {
        stop('stopped by its supervisor')
        return null
      }
      process.once('disconnect', () => stop('the supervisor has exited'))
      if (!process.connected) stop('the supervisor has exited')
    },
  }
}
