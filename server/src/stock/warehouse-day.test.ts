import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { warehouseDay } from './warehouse-day.ts'

const buenosAires = 'America/Argentina/Buenos_Aires'

function dayAt(moment: string, timeZone = buenosAires): string {
  return warehouseDay(controlledClock(moment).now, timeZone)()
}

describe("the warehouse's day", () => {
  test.each([
    ['2026-11-02T02:59:59.999Z', '2026-11-01'],
    ['2026-11-02T03:00:00.000Z', '2026-11-02'],
    ['2026-11-03T02:59:59.999Z', '2026-11-02'],
    ['2027-01-01T02:59:59.999Z', '2026-12-31'],
    ['2027-01-01T03:00:00.000Z', '2027-01-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29'],
    ['2028-03-01T02:59:00.000Z', '2028-02-29'],
  ])('at %s it is %s in Buenos Aires', (moment, day) => {
    expect(dayAt(moment)).toBe(day)
  })

  test('turns with the clock, to the millisecond, and back with it', () => {
    const clock = controlledClock('2026-11-02T02:59:59.999Z')
    const today = warehouseDay(clock.now, buenosAires)
    expect(today()).toBe('2026-11-01')
    clock.advance(1)
    expect(today()).toBe('2026-11-02')
    clock.advance(-1)
    expect(today()).toBe('2026-11-01')
  })

  test('is that of the time zone in the settings, over a change of its offset too', () => {
    expect(dayAt('2026-11-02T02:30:00.000Z', 'UTC')).toBe('2026-11-02')
    // Santiago goes from -03 to -04 on 4 April 2026 at 24:00, so that the last hour of that day occurs twice.
    expect(dayAt('2026-04-05T02:59:00.000Z', 'America/Santiago')).toBe('2026-04-04')
    expect(dayAt('2026-04-05T03:30:00.000Z', 'America/Santiago')).toBe('2026-04-04')
    expect(dayAt('2026-04-05T04:00:00.000Z', 'America/Santiago')).toBe('2026-04-05')
  })
})
