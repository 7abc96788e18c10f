import type { DeclaredTool } from '../tool.ts'

export const accountTools: readonly DeclaredTool[] = [
  {
    name: 'whoami',
    title: 'Whose key this is',
    description:
      'The client of the key, what the key may do, its limits, and whether it works with the live data or in the sandbox, where nothing is real.',
    route: 'GET /me',
    shows:
      'client { id name environment } key { name key_prefix scopes } rate_limits { read_per_hour write_per_hour burst_per_minute }',
    says: ({ client }) => {
      const { name, environment } = client as { name: string; environment: string }
      return environment === 'sandbox'
        ? `${JSON.stringify(name)}, where nothing is real.`
        : `The live data of ${JSON.stringify(name)}.`
    },
  },
  {
    name: 'get_balance',
    title: 'Balance of the account',
    description: 'What the client owes the warehouse, in ARS: `saldo` is positive if it owes money.',
    route: 'GET /balance',
    shows: 'saldo total_fiado total_pagado total_notas_credito',
    says: ({ saldo }) => `Balance: ${saldo} ARS.`,
  },
  {
    name: 'list_transactions',
    title: 'Statement of the account',
    description: 'Payments, credit sales and credit notes, newest first, for a period by `from` and `to`.',
    route: 'GET /transactions',
    shows:
      'data { id type amount payment_method number description paid_on created_at } next_cursor has_more',
  },
]

export const webhookTools: readonly DeclaredTool[] = [
  {
    name: 'list_webhooks',
    title: 'List webhook endpoints',
    description:
      'The endpoints that events are sent to, whether each is active or paused, and its latest failure.',
    route: 'GET /webhooks',
    isLong: true,
    shows:
      'data { id url description event_patterns status auto_resume consecutive_failures last_success_at last_failure_at last_failure_reason last_failure }',
  },
  {
    name: 'get_webhook_health',
    title: 'Health of a webhook endpoint',
    description:
      'How the latest 100 attempts of an endpoint went, how long they took, why it is paused, and how many deliveries it has missed.',
    route: 'GET /webhooks/:id/health',
    path: { id: 'webhook_id' },
    isLong: true,
    shows:
      'attempts { delivery_id started_at response_status duration_ms succeeded } success_share p50_ms p95_ms paused_by paused_since next_trial_at missed',
    says: ({ success_share, missed, paused_by }) => {
      const share = typeof success_share === 'number' ? `${Math.round(success_share * 100)} %` : 'no attempts'
      return `Successful: ${share}. Missed deliveries: ${missed}.${paused_by ? ` Paused by ${paused_by}.` : ''}`
    },
  },
  {
    name: 'list_deliveries',
    title: 'List deliveries of an endpoint',
    description:
      'Deliveries to an endpoint, newest first. `status=failed` are waiting for another attempt, `abandoned` were given up.',
    route: 'GET /webhooks/:id/deliveries',
    path: { id: 'webhook_id' },
    shows:
      'data { id event_type event_id status attempts response_status duration_ms created_at next_attempt_at } next_cursor has_more',
  },
  {
    name: 'get_delivery',
    title: 'Read a delivery',
    description:
      'One delivery with every attempt: why it failed, as a code, and the beginning of what the receiver answered.',
    route: 'GET /webhooks/:id/deliveries/:delivery_id',
    path: { id: 'webhook_id' },
    isLong: true,
    shows:
      'id event_type event_id status attempts created_at next_attempt_at attempt_log { number started_at response_status duration_ms error failure response_excerpt }',
    says: ({ event_type, status, attempts }) => `${event_type}: ${status} after ${attempts} attempts.`,
  },
  {
    name: 'recover_webhook',
    title: 'Retry what an endpoint missed',
    description:
      'Sends again what an endpoint has missed, from `since` to `until`. With `dry_run` it only counts: do that first, and ask the person.',
    route: 'POST /webhooks/:id/recover',
    path: { id: 'webhook_id' },
    isIdempotent: true,
    shows: 'count',
    says: ({ count }, { dry_run }) => `${dry_run ? 'Would be retried' : 'Retried'}: ${count}.`,
  },
  {
    name: 'list_requests',
    title: 'List requests',
    description:
      'The requests of the account to this API in the last 14 days that changed something or failed, newest first, with the problem of each. For a `request_id` of an error message, too.',
    route: 'GET /requests',
    shows:
      'data { request_id method path status duration_ms count key_prefix problem created_at } next_cursor has_more',
  },
]
