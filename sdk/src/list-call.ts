import { type Answer, Call } from './call.ts'

type PageOf<Row> = { data?: Row[]; entries?: Row[]; next_cursor?: string | null; has_more?: boolean }

export type ListRequests<Page> = {
  page(cursor?: string | null): Promise<Answer<Page>>
  /** When all rows are read, each page has the maximum size. */
  nextPage(cursor?: string | null): Promise<Answer<Page>>
  csv(): Promise<Answer<ReadableStream<Uint8Array>>>
}

/**
 * A list. Await it for one page, iterate over it for all rows. Nothing is sent before that.
 *
 *     const page = await anden.orders.list({ status: 'pending' })
 *     for await (const order of anden.orders.list({ status: 'pending' })) …
 */
export class ListCall<Row, Page> extends Call<Page> implements AsyncIterable<Row> {
  readonly #requests: ListRequests<Page>

  constructor(requests: ListRequests<Page>) {
    super(() => requests.page())
    this.#requests = requests
  }

  /** All pages, one after the other. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let cursor: string | null | undefined
    do {
      const { data } = await this.#requests.nextPage(cursor)
      yield data
      const { has_more, next_cursor } = data as PageOf<Row>
      cursor = has_more ? next_cursor : null
    } while (cursor)
  }

  /** All rows. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) {
      const { data, entries } = page as PageOf<Row>
      yield* data ?? entries ?? []
    }
  }

  /** The first rows, at most `max`, as an array. */
  async toArray({ max }: { max: number }): Promise<Row[]> {
    const rows: Row[] = []
    if (max > 0)
      for await (const row of this) {
        rows.push(row)
        if (rows.length >= max) break
      }
    return rows
  }

  /** All rows as one CSV file, as a stream of its bytes. */
  async csv(): Promise<ReadableStream<Uint8Array>> {
    return (await this.#requests.csv()).data
  }
}
