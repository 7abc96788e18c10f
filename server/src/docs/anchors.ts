// Anchors of headings, as GitHub makes them, so that links work on both.
/** Returns the anchor of each heading of one page, in order; a repeated one gets a number that no other has. */
export function anchorsOfPage(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const base = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let anchor = base
    let count = used.get(base) ?? 0
    while (used.has(anchor)) {
      count += 1
      anchor = `${base}-${count}`
    }
    used.set(base, count)
    used.set(anchor, used.get(anchor) ?? 0)
    return anchor
  }
}
