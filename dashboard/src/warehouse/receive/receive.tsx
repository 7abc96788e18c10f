// Goods in from a paper remito, lot by lot: for keyboard and bar-code reader, one ingreso at the end.

import rules from 'contract:backoffice/POST /remitos'
import type { NewRemito } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { markOld, one } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { formatNumber, today } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { backoffice } from '../api.ts'
import { useClientNames } from '../client-name.tsx'
import { descriptionBelow, type GoodsLine } from './line.ts'
import { LineEntry } from './line-entry.tsx'
import { Lines } from './lines.tsx'
import { isNumberEntered } from './lookups.ts'
import styles from './receive.module.css'

type Fields = {
  client_id: string
  date: string
  numbers: string
  /** What the paper says there is, to compare with. */
  onPaper: number | ''
  lines: GoodsLine[]
}

const initial = (): Fields => ({ client_id: '', date: today(), numbers: '', onPaper: '', lines: [] })

export function Receive() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { choices } = useClientNames()
  const form = useContractForm<Fields, { id: string }>({
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
  const { client_id, lines, onPaper } = form.values
  const total = lines.reduce((sum, { quantity }) => sum + Math.round(quantity * 1_000), 0) / 1_000
  const numbers = numbersOf(form.values)
  const entered = useQuery({
    ...enteredNumbers(client_id, numbers),
    enabled: client_id !== '' && numbers.length > 0,
  })
  return (
    <Page title={t`Receive goods`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}>
      <Form form={form} submitLabel={t`Save as one ingreso`}>
        <Card title={t`The paper`}>
          <FieldRow>
            <Select
              label={t`Client`}
              data={choices}
              searchable
              withAsterisk
              disabled={lines.length > 0}
              {...form.getInputProps('client_id')}
            />
            <TextInput label={t`Date`} type="date" {...form.getInputProps('date')} />
            <TextInput
              label={t`Remito numbers`}
              placeholder="R 0003-00012345"
              inputWrapperOrder={descriptionBelow}
              description={entered.data?.length ? null : t`several with a comma between them`}
              {...form.getInputProps('numbers')}
            />
            <NumberInput
              label={t`Units on the paper`}
              inputWrapperOrder={descriptionBelow}
              description={t`to compare with; it is not saved`}
              {...form.getInputProps('onPaper')}
            />
          </FieldRow>
          {entered.data?.map((number) => (
            <p key={number} role="status">
              <Chip tone="warn">{t`${number} has been entered before`}</Chip>
            </p>
          ))}
        </Card>
        <Card
          title={t`Lines`}
          aside={
            <span role="status" className={styles['totals']}>
              <Plural value={lines.length} one="# line" other="# lines" /> ·{' '}
              <b className="numeric">{formatNumber(total)}</b>
              {onPaper === '' ? null : total === onPaper ? (
                <Chip tone="ok">{t`as on the paper`}</Chip>
              ) : (
                <Chip tone="warn">{t`${formatNumber(onPaper - total)} to go`}</Chip>
              )}
            </span>
          }
        >
          <LineEntry
            clientId={client_id}
            add={(line) => form.setFieldValue('lines', [...lines, line] as never)}
          />
          <Lines
            lines={lines}
            faultOf={(index, name) =>
              form.getInputProps(`items.${index}.${name}`).error as string | undefined
            }
            remove={(index) => form.setFieldValue('lines', lines.filter((_, at) => at !== index) as never)}
          />
        </Card>
      </Form>
    </Page>
  )
}

const numbersOf = ({ numbers }: Fields) =>
  numbers
    .split(',')
    .map((number) => number.trim())
    .filter(Boolean)

const enteredNumbers = (clientId: string, numbers: readonly string[]) =>
  one(['remitos', 'entered', clientId, numbers], async () => {
    const known = await Promise.all(numbers.map((number) => isNumberEntered(clientId, number)))
    return numbers.filter((_, index) => known[index])
  })

function bodyOf(values: Fields): NewRemito {
  const { client_id, date, lines } = values
  const remito_number = numbersOf(values)
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
