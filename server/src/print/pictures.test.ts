// What may be handed to the PDF library: a picture that it embeds without decoding it.
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { aPng, pngChunk } from '../../tests/harness/acceptances.ts'
import { printablePicture } from './pictures.ts'

const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function png(
  { width = 2, height = 2, depth = 8, colours = 6, interlacing = 0 },
  rows: Buffer,
  extra: Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colours, 0, 0, interlacing], 8)
  const end = pngChunk('IEND', Buffer.alloc(0))
  return Buffer.concat([start, pngChunk('IHDR', header), ...extra, pngChunk('IDAT', deflateSync(rows)), end])
}

describe('a PNG', () => {
  test('with transparency is drawn on white, whatever the filters of its rows', () => {
    const black = [0, 0, 0, 255]
    const nothing = [0, 0, 0, 0]
    const half = [100, 0, 200, 128]
    const plain = [0, ...black, ...nothing, 0, ...half, ...black]
    const expected = png({ colours: 2 }, Buffer.from([0, 0, 0, 0, 255, 255, 255, 0, 177, 127, 227, 0, 0, 0]))
    expect(printablePicture(png({}, Buffer.from(plain)))).toEqual(expected)
    // The same picture: each row as the difference to what the filter predicts.
    const bytes = (values: number[]) => values.map((value) => (value + 512) % 256)
    const sub = [1, ...bytes([...black, 0, 0, 0, -255])]
    for (const row of [
      [1, ...bytes([...half, -100, 0, -200, 127])],
      [2, ...bytes([100, 0, 200, -127, 0, 0, 0, 255])],
      [3, ...bytes([100, 0, 200, 1, -50, 0, -100, 191])],
      [4, ...bytes([100, 0, 200, -127, -100, 0, -200, 255])],
    ])
      expect(printablePicture(png({}, Buffer.from([...sub, ...row])))).toEqual(expected)
  })

  test('of greys with transparency stays grey', () => {
    const picture = png({ colours: 4, width: 1, height: 1 }, Buffer.from([0, 0, 51]))
    expect(printablePicture(picture)).toEqual(png({ colours: 0, width: 1, height: 1 }, Buffer.from([0, 204])))
  })

  test('without transparency stays as it is', () => {
    const picture = aPng(30, 20)
    expect(printablePicture(new Uint8Array(picture))).toEqual(picture)
  })

  test.each([
    ['inflates to more than its size', png({}, Buffer.alloc(5_000_000))],
    ['inflates to less', png({}, Buffer.alloc(3))],
    ['has an unknown filter', png({}, Buffer.from([9, ...Array(8).fill(0), 0, ...Array(8).fill(0)]))],
    ['is interlaced', png({ interlacing: 1 }, Buffer.alloc(18))],
    ['has colours of 16 bits and transparency', png({ depth: 16 }, Buffer.alloc(34))],
    [
      'has a transparent colour',
      png({ colours: 0 }, Buffer.alloc(6), [pngChunk('tRNS', Buffer.from([0, 0]))]),
    ],
    ['is too large to be decoded', png({ width: 5_000, height: 5_000 }, Buffer.alloc(100))],
  ])('that %s is not printed', (_, content) => {
    expect(printablePicture(content)).toBeNull()
  })
})

test('a JPEG stays as it is, and anything else is not printed', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9])
  expect(printablePicture(jpeg)).toEqual(jpeg)
  for (const text of ['', 'RIFF\0\0\0\0WEBP', '%PDF-1.7'])
    expect(printablePicture(Buffer.from(text))).toBeNull()
})
