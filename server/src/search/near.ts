// What a text that is nobody's name may have been meant for: the matches of the beginnings of its words. Few texts, few words of
// each, few matches of each word, so the cost does not depend on how much there is. The caller ranks them.
import type { Queryable } from '../db/queryable.ts'
import { fold, sql } from '../db/sql.ts'

const maxTexts = 40
const wordsPerText = 3
const matchesPerWord = 30
/** Sorts after every character in the byte order of UTF-8. */
const lastCharacter = '\u{10FFFF}'

/** By each text the ids of its matches. Of many texts only the first are looked up. */
export async function nearMatches(
  at: Queryable,
  clientId: string,
  kind: 'product' | 'destinatario',
  texts: readonly string[],
): Promise<Map<string, string[]>> {
  const asked = [...new Set(texts)].slice(0, maxTexts)
  const sought = asked.flatMap((text, index) => beginningsIn(text).map((from) => ({ index, from })))
  if (sought.length === 0) return new Map()
  const rows = await at.rows(matchesOf(clientId, kind, sought))
  const found = Map.groupBy(rows, ({ position }) => position)
  return new Map(
    asked.map((text, index) => [
      text,
      [...new Set((found.get(index) ?? []).map(({ subject_id }) => subject_id))],
    ]),
  )
}

/** Of the text itself and of its longest words: the first half, so that a slip behind it makes no difference. */
function beginningsIn(text: string): string[] {
  const folded = fold(text.slice(0, 80)).trim()
  const words = folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length)
    .slice(0, wordsPerText)
  const half = (word: string) => word.slice(0, Math.max(2, Math.ceil(word.length / 2)))
  return [...new Set([folded, ...words].filter((word) => word.length > 1).map(half))]
}

const matchesOf = (clientId: string, kind: string, sought: readonly { index: number; from: string }[]) =>
  sql<{ position: number; subject_id: string }>`
    select sought.position, matching.subject_id
    from unnest(${sought.map(({ index }) => index)}::int[], ${sought.map(({ from }) => from)}::text[],
      ${sought.map(({ from }) => from + lastCharacter)}::text[]) as sought (position, first, last)
    cross join lateral (
      select subject_id
      from search_terms
      where client_id = ${clientId} and kind = ${kind} and term >= sought.first and term < sought.last
      order by term, word, subject_id
      limit ${matchesPerWord}) as matching`
