// Anchors of headings, as GitHub makes them, so that links work on both.

/** Returns the anchor of each heading of one page, in order; a repeated one gets a number. */
export function anchorsOfPage(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const count = used.get(base) ?? 0
    used.set(base, count + 1)
    return count === 0 ? base : `${base}-${count}`
  }
}
