// Spans of webhook attempts. Each continues the trace of the request that caused its event, in whichever process it is sent, and
// its receiver gets it as the header traceparent. A webhook's URL may contain a secret of its receiver: only the host is recorded.

import type { Tracing } from '../../deps.ts'
import type { Sender } from '../../webhooks/send.ts'

export function tracedSender(
  sender: Sender,
  tracing: Tracing,
  originOf: (eventId: string) => Promise<string | null>,
): Sender {
  return {
    async send(request) {
      const { headers } = request
      const eventId = headers['Service-Event-Id'] ?? ''
      const origin = await originOf(eventId.replace(/^evt_/, '')).catch(() => null)
      const span = tracing.start(
        'client',
        `deliver ${headers['Service-Event-Type'] ?? 'event'}`,
        attributesOf(request),
        origin,
      )
      const outcome = await sender.send({
        ...request,
        headers: { ...headers, traceparent: span.traceparent },
      })
      if (outcome.responseStatus !== null) span.set({ 'http.response.status_code': outcome.responseStatus })
      span.end(outcome.succeeded ? null : String(outcome.responseStatus ?? 'failed'))
      return outcome
    },
    close: () => sender.close(),
  }
}

function attributesOf({ url, headers }: Parameters<Sender['send']>[0]) {
  return {
    'http.request.method': 'POST',
    'http.request.resend_count': Number(headers['Service-Delivery-Attempt'] ?? 1) - 1,
    'server.address': URL.parse(url)?.hostname ?? '',
    'anden.event_id': headers['Service-Event-Id'] ?? '',
    'anden.delivery_id': headers['Service-Delivery-Id'] ?? '',
  }
}
