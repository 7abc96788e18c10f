// The filters of a list as the URL gives them: what its rules allow, and what is said at the fields.
import { OrderFilters, StockFilters } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import type { RouteRules, Schema } from './form/rules.ts'
import { filtersOf, listFiltersOf, readFilters } from './url-filters.ts'

const orders: RouteRules = { body: {}, query: { ...OrderFilters } as unknown as Record<string, Schema> }
const stock: RouteRules = { body: {}, query: { ...StockFilters } as unknown as Record<string, Schema> }
const march = '2026-03-01T03:00:00.000Z'
const april = '2026-04-01T03:00:00.000Z'

describe('a filter', () => {
  test('is taken as the rules of its list have it', () => {
    const given = { q: 288, status: 'pending', is_open: true, from: march, to: april, limit: 5, unknown: 'x' }
    expect(readFilters(orders, given)).toEqual({
      valid: { q: '288', status: 'pending', is_open: true, from: march, to: april },
      faults: {},
    })
  })

  test('can have several values', () => {
    const status = 'pending,approved'
    expect(readFilters(orders, { status })).toEqual({ valid: { status }, faults: {} })
    expect(readFilters(orders, { status: 'pending,lost' }).faults).toMatchObject({
      status: { code: 'not_one_of' },
    })
  })

  test.each([
    [{ status: 'lost' }, 'status'],
    [{ is_open: 'yes' }, 'is_open'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: 20 }, 'from'],
    [{ q: 'x'.repeat(81) }, 'q'],
    [{ destinatario_id: '1' }, 'destinatario_id'],
  ])('%j is left out, and its fault is known', (given, name) => {
    const { valid, faults } = readFilters(orders, { ...given, order_number: 'PED-000001' })
    expect(valid).toEqual({ order_number: 'PED-000001' })
    expect(Object.keys(faults)).toEqual([name])
  })

  test('that begins after its end is left out, and so is a stock that is still to come', () => {
    const reversed = readFilters(orders, { from: april, to: march })
    expect(reversed).toEqual({
      valid: { to: march },
      faults: { from: { code: 'from_after_to', params: {} } },
    })
    expect(readFilters(stock, { at: '2999-01-01T00:00:00Z' })).toEqual({
      valid: {},
      faults: { at: { code: 'in_future', params: {} } },
    })
  })
})

test('the URL of a list keeps what its fields have something to say about; that of another route does not', () => {
  const given = { status: 'lost', q: 'malbec', columns: 'order_number', more: 1, to: {} }
  expect(listFiltersOf(orders)(given)).toEqual({ status: 'lost', q: 'malbec', columns: 'order_number' })
  expect(filtersOf(orders)(given)).toEqual({ q: 'malbec', columns: 'order_number' })
})
