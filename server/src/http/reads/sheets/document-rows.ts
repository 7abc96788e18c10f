// The rows of a file of documents, such as orders and remitos: one per document, or one per line of each.
import type { Queryable } from '../../../db/queryable.ts'
import type { Statement } from '../../../db/sql.ts'
import { byLine, joined } from './sheet.ts'

/** Whose documents they are, and what the caller may see. Staff have no client. */
type Reader = { client: { id: string } | null; principal: { scopes: readonly string[] } }

/** What is read of each document, and a list of it does not have. */
type FactsOfDocument = { id: string; lines: readonly unknown[] }

/** `ofRecipients`: what a key of the client without that scope does not see, as in the trace of a lot. */
export function documentRows<Item extends { id: string }, Facts extends FactsOfDocument>(
  factsOf: (clientId: string | null, ids: string[]) => Statement<Facts>,
  ofRecipients: Partial<Facts> = {},
) {
  type Row = Omit<Item, 'lines'> & Facts
  const perDocument = ({ client, principal }: Reader, db: Queryable) => {
    const hidden = client === null || principal.scopes.includes('read:destinatarios') ? {} : ofRecipients
    return async (items: Item[]): Promise<Row[]> => {
      const ids = items.map(({ id }) => id)
      const facts = await db.rows(factsOf(client?.id ?? null, ids))
      return joined(
        items,
        facts.map((one) => ({ ...one, ...hidden })),
      )
    }
  }
  const perLine = (reader: Reader, db: Queryable) => {
    const read = perDocument(reader, db)
    return async (items: Item[]) => byLine(await read(items))
  }
  return { perDocument, perLine }
}
