// Goods in from a paper remito, lot by lot: for keyboard and bar-code reader, one ingreso at the end.

import rules from 'contract:backoffice/POST /remitos'
import type { NewRemito } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { markOld } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { today } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { backoffice } from '../api.ts'
import { emptyEntry } from './line.ts'
import { LineEntry } from './line-entry.tsx'
import { Lines } from './lines.tsx'
import { leadToNextField } from './next-field.ts'
import { numbersOf, type Paper, PaperFields } from './paper.tsx'
import styles from './receive.module.css'
import { Totals } from './totals.tsx'

const initial = (): Paper => ({
  client_id: '',
  date: today(),
  numbers: '',
  onPaper: '',
  lines: [],
  entry: emptyEntry,
})

export function Receive() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const form = useContractForm<Paper, { id: string }>({
    rules,
    initial: initial(),
    draft: 'receive',
    body: bodyOf,
    send: (values, options) => backoffice.remitos.create(bodyOf(values), options),
    done: ({ id }) => {
      for (const topic of ['remitos', 'stock']) markOld(topic)
      return navigate({ to: '/warehouse/remitos/$id', params: { id } })
    },
  })
  const { client_id, lines, onPaper, entry } = form.values
  const faultOf = (path: string) => form.errors[path] as string | undefined
  return (
    <Page title={t`Receive goods`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the fields in it */}
      <div onKeyDown={leadToNextField}>
        <Form form={form} submitLabel={t`Save as one ingreso`}>
          <Card title={t`The paper`}>
            <PaperFields form={form} />
          </Card>
          <Card title={t`Lines`} aside={<Totals lines={lines} onPaper={onPaper} />}>
            <LineEntry
              clientId={client_id}
              entry={entry}
              set={(change) => form.setFieldValue('entry', (was) => ({ ...was, ...change }))}
              lines={lines}
              add={(line) => form.setFieldValue('lines', (were) => [...were, line])}
            />
            {faultOf('items') ? <p className={styles['fault']}>{faultOf('items')}</p> : null}
            <Lines
              lines={lines}
              faultOf={(index, name) => faultOf(`items.${index}.${name}`)}
              remove={(index) => form.setFieldValue('lines', (were) => were.filter((_, at) => at !== index))}
            />
          </Card>
        </Form>
      </div>
    </Page>
  )
}

function bodyOf(values: Paper): NewRemito {
  const { client_id, date, lines } = values
  const remito_number = numbersOf(values.numbers)
  return {
    client_id,
    type: 'ingreso',
    ...(date ? { date } : {}),
    ...(remito_number.length > 0 ? { remito_number } : {}),
    items: lines.map(({ product, quantity, lot_number, expiry_date, vintage_year }) => ({
      product_id: product.id,
      quantity,
      ...(lot_number ? { lot_number } : {}),
      ...(expiry_date ? { expiry_date } : {}),
      ...(vintage_year === '' ? {} : { vintage_year }),
    })),
  }
}
