// What the sandbox would have mailed. Nothing leaves it.
import type { SandboxMail } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { Empty, Facts } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DayFilter, onlyFilters, useFilters } from '../../ui/filters.tsx'
import type { Search } from '../../ui/url-filters.ts'
import { Moment } from '../../ui/values.tsx'
import { Beside } from '../developers/beside.tsx'
import { mailList } from './queries.ts'
import styles from './sandbox.module.css'

export function SandboxMails() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const query = mailList(onlyFilters(search))
  const { data } = useInfiniteQuery(query.pages)
  const opened = data?.pages.flatMap((page) => page.data).find(({ id }) => id === search['open'])
  const columns: Column<SandboxMail>[] = [
    {
      id: 'subject',
      label: t`Subject`,
      cell: ({ id, subject }) => (
        <Link to="." search={(now: Search) => ({ ...now, open: id })} resetScroll={false}>
          {subject}
        </Link>
      ),
    },
    {
      id: 'to',
      label: t({ context: 'mail', message: 'To' }),
      width: '28%',
      from: 'sm',
      cell: ({ to }) => to,
    },
    {
      id: 'created_at',
      label: t`When`,
      width: '18%',
      isNumeric: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
  return (
    <ListPage
      title={t`Mails of the sandbox`}
      intro={<Trans>What would have been sent to recipients, colleagues and the warehouse.</Trans>}
      crumbs={[{ to: '/developers/sandbox', label: t`Sandbox` }]}
      query={query}
      filters={
        <>
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      <Beside
        title={opened?.subject ?? ''}
        panel={opened ? <Mail {...opened} /> : null}
        close={() => set('open', undefined)}
      >
        <DataTable
          label={t`Mails of the sandbox`}
          query={query}
          columns={columns}
          rowKey={({ id }) => id}
          select={({ id }) => set('open', id)}
          isSelected={({ id }) => id === search['open']}
          empty={
            <Empty title={t`No mails yet`}>
              {t`An order that is on its way to a recipient with an e-mail address, for example, sends one.`}
            </Empty>
          }
        />
      </Beside>
    </ListPage>
  )
}

function Mail({ to, created_at, text, attachments }: SandboxMail) {
  const { t } = useLingui()
  return (
    <>
      <Facts
        entries={[
          [t({ context: 'mail', message: 'To' }), to],
          [t`When`, <Moment key="at" at={created_at} />],
          [t`Files`, attachments.length > 0 ? attachments.join(', ') : null],
        ]}
      />
      <p className={styles['mail']}>{text}</p>
    </>
  )
}
