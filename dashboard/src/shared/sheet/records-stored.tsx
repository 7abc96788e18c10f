import type { RecordsImport } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'

type Stored = RecordsImport['records'][number]

type StoredRecordsProps = { result: RecordsImport; linkTo: '/destinatarios/$id' | '/warehouse/stock/$id' }

/** What was stored from a sheet, with a link to each. */
export function StoredRecords({ result, linkTo }: StoredRecordsProps) {
  const { t } = useLingui()
  const { created, updated, unchanged, records } = result
  const columns: Column<Stored>[] = [
    {
      id: 'label',
      label: t`Name`,
      cell: ({ id, label }) =>
        id ? (
          <Link to={linkTo} params={{ id }}>
            {label}
          </Link>
        ) : (
          label
        ),
    },
    {
      id: 'outcome',
      label: t`Outcome`,
      cell: ({ outcome }) =>
        outcome === 'create' ? (
          <Chip tone="ok">{t`Added`}</Chip>
        ) : (
          <Chip tone="info">
            {outcome === 'update' ? t({ context: 'sheet', message: 'Changed' }) : t`As stored`}
          </Chip>
        ),
    },
  ]
  const title = [
    plural(created, { one: '# added', other: '# added' }),
    plural(updated, { one: '# changed', other: '# changed' }),
    plural(unchanged, { one: '# as before', other: '# as before' }),
  ].join(' · ')
  return (
    <div role="status">
      <Card title={title} flush>
        <PlainTable
          label={t`What was stored`}
          columns={columns}
          rows={records}
          rowKey={({ line }) => line}
          rowsAtFirst={10}
        />
      </Card>
    </div>
  )
}
