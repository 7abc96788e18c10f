// Names, SKUs and lot numbers are texts of one line, and have one form: what looks the same is the same text. Accents are
// composed (NFC), every kind of space is an ordinary one, never two in a row nor at either end, and characters that are not
// seen (zero-width spaces, direction marks, soft hyphens, control characters) are left out.

/** Most texts have that form already, and are not touched. */
const unusual = /[^ -~]|^ | $| {2}/

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]/g
const unseen = /[\p{Cf}\p{Cc}]/gu

/** A tab is a space. U+0000 stays, so that it is refused as in any text. */
const withoutUnseen = (text: string) =>
  text.replace(unseen, (character) => (character === '\t' || character === '\0' ? character : ''))

export const normalLine = (text: string): string =>
  unusual.test(text) ? normalSpaces(withoutUnseen(text.replace(lineBreaks, ' '))) : text

function normalSpaces(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .replace(/^ | $/g, '')
}

export const maxPersonNameLength = 80

/** As a line, but a line break or control character stays, and makes it invalid: see `isPersonName`. */
export const normalPersonName = (text: string): string => normalSpaces(text.replace(/\p{Cf}/gu, ''))

/**
 * The name of a person stands in mails that others get. So it is one line, and contains nothing in which a mail program sees
 * an address: no slash, colon or at sign, and no dot inside a word.
 */
export const isPersonName = (text: string) =>
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && !/[/:@]|[.。．｡][\p{L}\p{N}_-]{2}/u.test(text)

/** With a space behind whatever would make an address of it. */
export const withoutAddresses = (text: string) =>
  text.replace(/[/:@](?=\S)|[.。．｡](?=[\p{L}\p{N}_-]{2})/gu, '$& ')

/** How texts of these formats are written before they are checked, compared and stored. */
export const normalForms: Readonly<Record<string, (text: string) => string>> = {
  line: normalLine,
  'person-name': normalPersonName,
  'credit-note-number': (text) => text.normalize('NFC').replace(/ {2,}/g, ' '),
}
