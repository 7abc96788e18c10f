import { describe, expect, test } from 'vitest'
import { useService } from '../../tests/harness/prologue.ts'
import { startTestService } from '../../tests/harness/service.ts'

const service = await useService()

describe('GET /health', () => {
  test('answers without a key', async () => {
    const answer = await service.portal().get('/health')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ ok: true, version: 'v1' })
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
  })
})

describe('GET /me', () => {
  test('names the addresses that webhooks are sent from', async () => {
    const { deps } = service
    const sourceAddresses = ['203.0.113.7', '2001:db8::/48']
    const other = await startTestService({ webhooks: { ...deps.webhooks, sourceAddresses } })
    const { portal } = await other.aClient({ scopes: [] })
    expect((await portal.get('/me')).body.webhook_source_addresses).toEqual(sourceAddresses)
    await other.stop()
  })

  test('needs no scope and shows the client, the key and the limits in force', async () => {
    const client = await service.aClient({ scopes: [], rateLimits: { read_per_hour: 7 } })
    const { status, body } = await client.portal.get('/me')
    expect(status).toBe(200)
    expect(body.client.id).toBe(client.id)
    expect(body.key).toMatchObject({ id: client.keyId, name: 'test', scopes: [] })
    expect(body.key.key_prefix).toBe(client.token.slice(0, 10))
    expect(body.rate_limits).toEqual({
      read_per_hour: 7,
      write_per_hour: 1_000_000,
      burst_per_minute: 1_000_000,
    })
    expect(body.webhook_source_addresses).toEqual([])
  })
})
