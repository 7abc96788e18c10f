/** A clock that stands still until it is moved. */
export function controlledClock(start = '2026-11-02T12:00:00.000Z') {
  let now = Date.parse(start)
  return {
    now: () => now,
    set: (moment: string | number) => {
      now = typeof moment === 'number' ? moment : Date.parse(moment)
    },
    advance: (ms: number) => {
      now += ms
    },
  }
}
