// Places the parts of a flow on both sides of the lot. Bands are as thick as their share, and labels never overlap.

type Band = { top: number; thickness: number; lotTop: number; center: number }
export type Side = { bands: Band[]; height: number }

const thinnest = 2

export const lotHeight = 168

/** `parts` are ordered from top to bottom, each with the height of its label. */
export function sideOf(parts: readonly { quantity: number; labelHeight: number }[], total: number): Side {
  const share = (quantity: number) => (total > 0 ? (quantity / total) * lotHeight : 0)
  let top = 0
  let lotTop = 0
  const bands = parts.map(({ quantity, labelHeight }) => {
    const thickness = Math.max(thinnest, share(quantity))
    const slot = Math.max(labelHeight, thickness + 6)
    const band = { top: top + (slot - thickness) / 2, thickness, lotTop, center: top + slot / 2 }
    top += slot
    lotTop += share(quantity)
    return band
  })
  return { bands, height: top }
}

/** A ribbon of constant thickness from one edge to the other. */
export function ribbon(
  fromX: number,
  fromTop: number,
  toX: number,
  toTop: number,
  thickness: number,
): string {
  const middle = (fromX + toX) / 2
  const fromBottom = fromTop + thickness
  const toBottom = toTop + thickness
  return [
    `M${fromX},${fromTop}`,
    `C${middle},${fromTop} ${middle},${toTop} ${toX},${toTop}`,
    `V${toBottom}`,
    `C${middle},${toBottom} ${middle},${fromBottom} ${fromX},${fromBottom}`,
    'Z',
  ].join('')
}
