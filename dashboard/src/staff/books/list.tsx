// The books of remitos: which one is used, and how much is left of it.
import type { RemitoBook } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Mono } from '../../ui/values.tsx'
import { Warning } from '../../ui/warning.tsx'
import { BookState, CaiExpiry, NumbersLeft, printedNumber } from './book-texts.tsx'
import styles from './books.module.css'
import { bookList } from './queries.ts'

const CloseBook = dialogOnDemand(async () => (await import('./close.tsx')).CloseBook)

export function RemitoBooks() {
  const { t } = useLingui()
  const [closing, setClosing] = useState<RemitoBook | null>(null)
  const columns: Column<RemitoBook>[] = [
    {
      id: 'numbers',
      label: t`Numbers`,
      cell: (book) => (
        <div className={styles['book']}>
          <b className="numeric">{printedNumber(book.point_of_sale, book.from)}</b>
          <span className="numeric">
            <Trans>to {printedNumber(book.point_of_sale, book.to)}</Trans>
          </span>
          <OnPhone>
            <CaiExpiry {...book} />
          </OnPhone>
        </div>
      ),
    },
    { id: 'cai', label: t`CAI`, from: 'md', cell: ({ cai }) => <Mono>{cai}</Mono> },
    { id: 'expires', label: t`Expires`, from: 'sm', cell: (book) => <CaiExpiry {...book} /> },
    {
      id: 'left',
      label: t`Left`,
      cell: (book) => (
        <>
          <NumbersLeft {...book} />
          <OnPhone>
            <BookState {...book} />
          </OnPhone>
        </>
      ),
    },
    { id: 'status', label: t`State`, from: 'sm', cell: (book) => <BookState {...book} /> },
    {
      id: 'actions',
      label: t`Actions`,
      isNumeric: true,
      cell: (book) =>
        book.status === 'active' || book.status === 'expired' ? (
          <RowMenu
            label={t`Actions for the book ${printedNumber(book.point_of_sale, book.from)}`}
            actions={[{ label: t`Close…`, act: () => setClosing(book), isDangerous: true }]}
          />
        ) : null,
    },
  ]
  const enter = (label: string) => (
    <ButtonLink to="/warehouse/remito-books/new" variant="filled">
      {label}
    </ButtonLink>
  )
  return (
    <ListPage
      title={t`Books of remitos`}
      intro={t`The numbers that the CAI authorises. Every remito of goods that leave takes the next number of the active book that was entered first.`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={bookList}
      exportAs="remito-books"
      actions={enter(t`Enter a book`)}
    >
      <NoActiveBook />
      <DataTable
        label={t`Books of remitos`}
        query={bookList}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t`No CAI is used`} action={enter(t`Enter the first book`)}>
            {t`Remitos are numbered from 1 and printed without a CAI. With the first book that changes for good: from then on no goods leave without a number of a book.`}
          </Empty>
        }
      />
      {closing ? <CloseBook book={closing} close={() => setClosing(null)} /> : null}
    </ListPage>
  )
}

function NoActiveBook() {
  const { data } = useInfiniteQuery(bookList.pages)
  const [newest] = data?.pages ?? []
  if (!newest || newest.data.length === 0 || newest.data.some(({ status }) => status === 'active'))
    return null
  return (
    <Warning>
      <Trans>No book can be used, so orders cannot be approved and no goods can leave. Enter a book.</Trans>
    </Warning>
  )
}
