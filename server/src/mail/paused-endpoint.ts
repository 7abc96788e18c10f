// The mail to an endpoint's owner when it is paused: why, and what to do. In Spanish and English.
import { type Mail, nameInMail } from './transport.ts'

export type PausedNotice = {
  to: string
  clientName: string
  endpointId: string
  url: string
  reason: string
  /** Consecutive failed attempts. */
  failures: number
  timeoutSeconds: number
  /** Attempts per delivery before it is abandoned. */
  attempts: number
  keptDays: number
}

export function pausedEndpointMail(notice: PausedNotice): Mail {
  return {
    to: notice.to,
    subject: 'Webhook en pausa · Webhook paused',
    text: `${inSpanish(notice)}\n────────\n\n${inEnglish(notice)}`,
  }
}

function inSpanish({ clientName, endpointId, url, reason, ...figures }: PausedNotice): string {
  const count = countIn('es-AR')
  const failures = count(figures.failures, 'intento fallido', 'intentos fallidos seguidos')
  const timeout = count(figures.timeoutSeconds, 'segundo', 'segundos')
  const attempts = figures.attempts === 1 ? 'su único intento' : `sus ${figures.attempts} intentos`
  const kept = count(figures.keptDays, 'día', 'días')
  return `Hola, ${nameInMail(clientName)}:

Dejamos de enviar eventos a este webhook después de ${failures}:

  Id: ${endpointId}
  URL: ${url}
  Último error: ${reason}

No se pierde nada: los eventos quedan registrados como "failed" y durante ${kept} se pueden reenviar.

Qué hacer:
  1. Revisá que el receptor conteste 2xx en menos de ${timeout}.
  2. Reactivá el webhook: PATCH /webhooks/${endpointId} con {"status": "active"}.
  3. Recuperá lo que faltó: POST /webhooks/${endpointId}/recover.

Qué queda afuera de la recuperación:
  - Los envíos "abandoned", que ya agotaron ${attempts}. Para incluirlos, mandá {"include_abandoned": true}.
  - Los eventos de hace más de ${kept}, que ya no se guardan.
`
}

function inEnglish({ clientName, endpointId, url, reason, ...figures }: PausedNotice): string {
  const count = countIn('en')
  const failures = count(figures.failures, 'failed attempt', 'failed attempts in a row')
  const timeout = count(figures.timeoutSeconds, 'second', 'seconds')
  const attempts = figures.attempts === 1 ? 'only attempt has' : `${figures.attempts} attempts have`
  const kept = count(figures.keptDays, 'day', 'days')
  return `Hello ${nameInMail(clientName)},

We stopped sending events to this webhook after ${failures}:

  Id: ${endpointId}
  URL: ${url}
  Last error: ${reason}

Nothing is lost: events are kept as "failed" and can be sent again for ${kept}.

What to do:
  1. Make sure that the receiver answers 2xx within ${timeout}.
  2. Re-activate the webhook: PATCH /webhooks/${endpointId} with {"status": "active"}.
  3. Recover what was missed: POST /webhooks/${endpointId}/recover.

What recovery leaves out:
  - "abandoned" deliveries, whose ${attempts} failed. To include them, send {"include_abandoned": true}.
  - Events older than ${kept}, which are no longer kept.
`
}

function countIn(language: string) {
  const format = new Intl.NumberFormat(language)
  return (value: number, one: string, many: string) => `${format.format(value)} ${value === 1 ? one : many}`
}
