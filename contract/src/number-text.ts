// A number as people write it, in a field or in a sheet. It is read as a whole by strict rules or not at all, so that it never
// becomes another number: the decimal sign stands once, and the other sign only between groups of three digits, the first of which
// has no leading zero. Which signs apply, how many decimals there may be, and what to ask in doubt is up to the reader.

export type NumberSigns = { decimal: string; group: string }

const around = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu

/** Without space around it, and without the invisible marks that spreadsheets add. */
export const bareText = (text: string) => text.replace(around, '')

/**
 * `typed` has only digits and signs. `fraction`: the digits behind the decimal sign; undefined without one, empty if none follow.
 * null: a sign stands where it cannot.
 */
export function splitNumber(
  typed: string,
  { decimal, group }: NumberSigns,
): { value: number; fraction: string | undefined } | null {
  const [whole = '', fraction, ...more] = typed.split(decimal)
  const groups = whole.split(group)
  if (more.length > 0 || fraction?.includes(group) || !areGroups(groups)) return null
  return { value: Number(`${groups.join('')}.${fraction ?? 0}`), fraction }
}

const areGroups = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 || (/^[1-9]\d{0,2}$/.test(first) && others.every((digits) => /^\d{3}$/.test(digits)))
