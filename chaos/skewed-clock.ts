// Preloaded into a process to make its clock wrong by CLOCK_SKEW_MS from the start. Timers and monotonic clocks stay
// correct, as on a machine whose clock was set wrong.
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
