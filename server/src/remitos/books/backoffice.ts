import { NewRemitoBook, RemitoBook, RemitoBookChange } from '@anden/contract'
import type { StaffPrincipal } from '../../http/admission/principal.ts'
import { byTime, type Router } from '../../http/routing/router.ts'
import { closeBook, enterBook } from './enter.ts'
import { booksNewestFirst } from './queries.ts'

const scope = 'staff:admin'

export function remitoBooksBackoffice(backoffice: Router<StaffPrincipal>, today: () => string) {
  backoffice.list(
    '/remito-books',
    {
      summary: 'Books of remitos, newest first',
      description:
        'An egreso takes the next number of the active book that was made first. While no book has ever been made, egresos are numbered from 1 for `REMITO_POINT_OF_SALE`, without a CAI.',
      scope,
      filters: {},
      item: RemitoBook,
      sortKey: byTime,
    },
    ({ page }) => booksNewestFirst(today(), page),
  )

  backoffice.post(
    '/remito-books',
    {
      summary: 'Enter a book of remitos',
      description:
        'From the first book on, every egreso takes its number from a book. If none is active, orders cannot be approved and no egreso is issued: enter the next book before the last number is used or the CAI expires.',
      scope,
      body: NewRemitoBook,
      reply: RemitoBook,
      problems: ['remitos/book-overlap'],
    },
    ({ tx, by, body }) => enterBook(tx, by, body, today()),
  )

  backoffice.patch(
    '/remito-books/:id',
    {
      summary: 'Close a book of remitos',
      description:
        'No egreso takes a number from it any more. The numbers that it has not used can be entered in another book. A book that is closed already is left as it is.',
      scope,
      body: RemitoBookChange,
      reply: RemitoBook,
      problems: ['remitos/book-not-found'],
    },
    ({ tx, by, params, body }) => closeBook(tx, by, params.id, body, today()),
  )
}
