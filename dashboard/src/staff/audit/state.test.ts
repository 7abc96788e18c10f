import { auditActions, auditMemberWords, auditValueWords } from '@anden/contract'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => 'es', setItem: () => undefined })
vi.stubGlobal('document', { documentElement: {} })
const { isMoment, isShown, textOfValue } = await import('./state.ts')

const shown = (room: string, member: string, value: unknown) =>
  textOfValue(value, (one) => auditValueWords(room, member, one)?.es)

test.each([
  ['orders', 'status', 'in_preparation', 'En preparación'],
  ['remitos', 'status', 'voided', 'Anulado'],
  ['clients', 'status', 'suspended', 'Suspendido'],
  ['webhooks', 'status', 'paused', 'Pausado'],
  ['orders', 'status', 'a_status_of_later', 'a_status_of_later'],
  ['remitos', 'type', 'ingreso', 'Ingreso'],
  ['products', 'archived', true, 'Sí'],
  ['products', 'unit_type', 'caja', 'Caja'],
  [
    'remitos',
    'remito_number',
    ['R 00001-00000408', 'X 00001-00000001'],
    'R 00001-00000408, X 00001-00000001',
  ],
  ['orders', 'distribution_order_items', [{ id: 'a' }, { id: 'b' }], '2'],
  ['orders', 'notes', null, '–'],
  ['webhooks', 'header_names', [], '–'],
  ['staff-keys', 'scopes', ['staff:read', 'staff:orders'], 'Ver todo, Pedidos'],
])('of %s, %s %j is shown as words', (room, member, value, words) => {
  expect(shown(room, member, value)).toBe(words)
})

test('a time is no text but a moment, a date has no time zone, and ids are left out', () => {
  expect(isMoment('2026-11-15T14:00:00.000Z')).toBe(true)
  expect(isMoment('2026-11-15')).toBe(false)
  expect(shown('account', 'paid_on', '2026-11-10')).toBe('10/11/2026')
  expect(['id', 'client_id', 'name'].filter(isShown)).toEqual(['name'])
  const hold = { since: '2026-11-15T14:00:00.000Z', reason: 'Cuarentena', by: null }
  expect(shown('lots', 'hold', hold)).toMatch(/2026.* · Cuarentena$/)
  expect(shown('lots', 'hold', { id: '01a1f103-0693-79fc-8d3a-7e46d23ca7e3' })).toBe('–')
})

test('members have words in both languages, and long values end', () => {
  for (const { es, en } of Object.values(auditMemberWords)) expect([es, en].every(Boolean)).toBe(true)
  expect(Object.keys(auditActions).length).toBeGreaterThan(0)
  expect(shown('orders', 'notes', 'x'.repeat(200))).toHaveLength(121)
})
