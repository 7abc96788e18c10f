// Signatures as people draw them with a finger: a curve through points that are those of the person, never quite at the same place
// twice. A few of each person are drawn and used again.
import { encodePng } from '../print/pictures.ts'
import { createRandom, type Random } from './calendar.ts'

const width = 360
const height = 130
const variants = 3

type Point = readonly [x: number, y: number]
type Signature = { width: number; height: number; content: Buffer }

const drawn = new Map<string, Signature>()

export function signatureOf(name: string, count: number): Signature {
  const variant = count % variants
  const key = `${name} ${variant}`
  const known = drawn.get(key)
  if (known) return known
  const signature = { width, height, content: draw(name, variant) }
  drawn.set(key, signature)
  return signature
}

function draw(name: string, variant: number): Buffer {
  const own = createRandom([...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) | 0)
  const shaky = createRandom(variant + 1)
  const rows = Buffer.alloc((width + 1) * height, 255)
  // The filter of each row: none.
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  for (const stroke of strokesOf(own)) drawStroke(rows, shaken(stroke, shaky), own)
  return encodePng(rows, { width, height, colours: 1 })
}

/** The name as loops that lean to the right and become flatter, and a line below it. */
function strokesOf(random: Random): Point[][] {
  const loops = random.int(4, 7)
  const step = (width - 120) / (2 * loops)
  const name = Array.from({ length: 2 * loops + 1 }, (_, index): Point => {
    const isUp = index % 2 === 1
    const size = (index < 3 ? 44 : 20) * (1 - index / (4 * loops))
    // Up and back, and down further on: the curve crosses itself now and then.
    const lean = isUp ? random.int(4, 16) : random.int(-14, 0)
    return [44 + index * step + lean, 64 + (isUp ? -size : size) + random.int(-9, 9)]
  })
  const from = random.int(40, 90)
  const line: Point[] = [
    [from, 104 + random.int(-4, 4)],
    [random.int(150, 200), 98 + random.int(-6, 6)],
    [random.int(260, 330), 92 + random.int(-10, 10)],
  ]
  return random.chance(0.7) ? [name, line] : [name]
}

const shaken = (stroke: readonly Point[], random: Random) =>
  stroke.map(([x, y]): Point => [x + random.int(-3, 3), y + random.int(-3, 3)])

/** A Catmull-Rom curve, thinner where the finger is quick. */
function drawStroke(rows: Buffer, points: readonly Point[], random: Random): void {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0]
  for (let part = 0; part < points.length - 1; part++) {
    const [before, from, to, after] = [at(part - 1), at(part), at(part + 1), at(part + 2)]
    const length = Math.hypot(to[0] - from[0], to[1] - from[1])
    const radius = Math.max(1.1, 2.3 - length / 90) + random.next() * 0.2
    const steps = Math.ceil(length * 1.5)
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      const between = (axis: 0 | 1) => curve(before[axis], from[axis], to[axis], after[axis], share)
      drawDot(rows, between(0), between(1), radius)
    }
  }
}

function curve(before: number, from: number, to: number, after: number, share: number): number {
  const square = share * share
  const cube = square * share
  return (
    0.5 *
    (2 * from +
      (to - before) * share +
      (2 * before - 5 * from + 4 * to - after) * square +
      (3 * from - before - 3 * to + after) * cube)
  )
}

function drawDot(rows: Buffer, x: number, y: number, radius: number): void {
  const reach = Math.ceil(radius + 1)
  for (let row = Math.max(0, Math.floor(y) - reach); row <= Math.min(height - 1, y + reach); row++) {
    for (
      let column = Math.max(0, Math.floor(x) - reach);
      column <= Math.min(width - 1, x + reach);
      column++
    ) {
      const outside = Math.hypot(column - x, row - y) - radius
      const shade = Math.round(255 * Math.max(0, Math.min(1, outside + 0.5)))
      const index = row * (width + 1) + 1 + column
      rows[index] = Math.min(rows[index] ?? 255, shade)
    }
  }
}
