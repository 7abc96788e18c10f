const maxLength = 255
// Control characters, and the bidi controls that can hide an extension by reversing the text.
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The client's file name without its path, safe to show and to store. */
export function cleanFileName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(invisible, '').trim()
  const characters = [...name]
  if (characters.length <= maxLength) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, maxLength - [...extension].length).join('') + extension
}

export const isPdfName = (name: string) => /\.pdf$/i.test(name)

/** RFC 6266: an ASCII fallback for old clients, and the full name in UTF-8. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}
