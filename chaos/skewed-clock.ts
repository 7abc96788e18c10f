// Loaded before a process: its clock is wrong from the start, by CLOCK_SKEW_MS. Timers and monotonic clocks are right, as on
// a machine whose clock was set wrong.
const skewMs = Number(process.env['CLOCK_SKEW_MS'])
const RealDate = Date

class SkewedDate extends RealDate {
  constructor(...parameters: [] | [number | string | Date]) {
    if (parameters.length === 0) super(RealDate.now() + skewMs)
    else super(...(parameters as [number]))
  }
  static override now(): number {
    return RealDate.now() + skewMs
  }
}

globalThis.Date = SkewedDate as DateConstructor
