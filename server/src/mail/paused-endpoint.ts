// What the owner of an endpoint is told when it is paused: why, and what to do. In Spanish and English.
import type { Mail } from './transport.ts'

export type PausedNotice = { to: string; clientName: string; url: string; reason: string; failures: number }

export function pausedEndpointMail({ to, clientName, url, reason, failures }: PausedNotice): Mail {
  return {
    to,
    subject: 'Webhook en pausa · Webhook paused',
    text: `Hola, ${clientName}:

Dejamos de enviar eventos a este webhook después de ${failures} intentos fallidos seguidos:

  ${url}
  Último error: ${reason}

No se pierde nada: los eventos quedan registrados como "failed" y se pueden reenviar.

Qué hacer:
  1. Revisá que el receptor conteste 2xx en menos de 10 segundos.
  2. Reactivá el webhook: PATCH /webhooks/{id} con {"status": "active"}.
  3. Recuperá lo que faltó: POST /webhooks/{id}/recover.

────────

Hello, ${clientName},

we stopped sending events to this webhook after ${failures} failed attempts in a row:

  ${url}
  Last error: ${reason}

Nothing is lost: events are kept as "failed" and can be sent again.

What to do:
  1. Make sure that the receiver answers 2xx within 10 seconds.
  2. Re-activate the webhook: PATCH /webhooks/{id} with {"status": "active"}.
  3. Recover what was missed: POST /webhooks/{id}/recover.
`,
  }
}
