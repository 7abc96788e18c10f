import type { Sheet } from './sheet.ts'

/** `widths`: alternating widths of bars and spaces, starting with a bar. */
export function drawBarCode(
  { doc }: Sheet,
  widths: readonly number[],
  { x, y, moduleWidth, height }: { x: number; y: number; moduleWidth: number; height: number },
): void {
  let left = x
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) doc.rect(left, y, width * moduleWidth, height)
    left += width * moduleWidth
  }
  doc.fill('#000000')
}
