// The health of an endpoint, from its newest deliveries that were attempted.
import type { WebhookDelivery } from '@anden/sdk'

type Outcome = 'ok' | 'late' | 'failed'

export type EndpointHealth = {
  /** Oldest first. */
  attempts: { key: string; outcome: Outcome; delivery: WebhookDelivery }[]
  /** Of all attempted ones, from 0 to 1; null: none was attempted. */
  successShare: number | null
  p50Ms: number | null
  p95Ms: number | null
}

export function healthOf(deliveries: readonly WebhookDelivery[]): EndpointHealth {
  const attempted = deliveries.filter(({ attempts }) => attempts > 0).reverse()
  const attempts = attempted.map((delivery) => ({ key: delivery.id, outcome: outcomeOf(delivery), delivery }))
  const good = attempts.filter(({ outcome }) => outcome !== 'failed').length
  const durations = attempted
    .filter(({ status }) => status === 'succeeded')
    .map(({ duration_ms }) => duration_ms ?? 0)
    .sort((a, b) => a - b)
  return {
    attempts,
    successShare: attempts.length > 0 ? good / attempts.length : null,
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
  }
}

function outcomeOf({ status, attempts }: WebhookDelivery): Outcome {
  if (status !== 'succeeded') return 'failed'
  return attempts > 1 ? 'late' : 'ok'
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
