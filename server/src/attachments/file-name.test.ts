import { describe, expect, test } from 'vitest'
import { cleanFileName, contentDisposition, isPdfName } from './single-file-form.ts'

describe('cleanFileName', () => {
  test.each([
    ['orden.pdf', 'orden.pdf'],
    ['/etc/../x.pdf', 'x.pdf'],
    ['C:\\Users\\a/b\\c.pdf', 'c.pdf'],
    ['a\0b\r\nc\u009f.pdf', 'abc.pdf'],
    ['  blanks .pdf ', 'blanks .pdf'],
    ['half \ud83d.pdf', 'half \ufffd.pdf'],
    ['dir/', ''],
    ['..', '..'],
  ])('turns %j into %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept)
  })

  test('cuts a long name before its extension, between characters', () => {
    const name = cleanFileName(`${'🍷'.repeat(400)}.PDF`)
    expect(name).toBe(`${'🍷'.repeat(251)}.PDF`)
    expect([...name]).toHaveLength(255)
  })
})

test('a PDF is recognised by its extension, in any case', () => {
  expect(['a.pdf', 'a.PDF', '.Pdf', 'a.pdf.txt', 'pdf', 'a.pdf '].filter(isPdfName)).toEqual([
    'a.pdf',
    'a.PDF',
    '.Pdf',
  ])
})

test('a name cannot break out of the header that carries it', () => {
  expect(contentDisposition('a"; filename="b.exe\\.pdf')).toBe(
    `attachment; filename="a_; filename=_b.exe_.pdf"; filename*=UTF-8''a%22%3B%20filename%3D%22b.exe%5C.pdf`,
  )
  expect(contentDisposition("L'año *1*.pdf")).toBe(
    `attachment; filename="L'a_o *1*.pdf"; filename*=UTF-8''L%27a%C3%B1o%20%2A1%2A.pdf`,
  )
})
