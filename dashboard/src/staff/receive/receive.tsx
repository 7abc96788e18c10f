// Receives goods from a paper remito, lot by lot, by keyboard and bar-code reader. The result is one ingreso.

import rules from 'contract:backoffice/POST /remitos'
import type { NewRemito } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { numbersOf } from '../../shared/remitos/typed-numbers.ts'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { today } from '../../ui/format.ts'
import { showNotice } from '../../ui/notices.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { typedNumber } from '../../ui/number/typed-number.ts'
import { Page } from '../../ui/page.tsx'
import { type Entry, emptyEntry, type GoodsLine, goodsOf } from './line.ts'
import { focusField, LineFields, leadToNextField } from './line-fields.tsx'
import { Lines } from './lines.tsx'
import { type Paper, PaperFields } from './paper.tsx'
import { itemField, itemOf } from './read-line.ts'
import styles from './receive.module.css'
import { Totals } from './totals.tsx'
import { entryLine, type TypedAt, useLines } from './use-lines.ts'

const initial = (): Paper => ({
  client_id: '',
  date: today(),
  numbers: '',
  onPaper: '',
  items: [],
  entry: emptyEntry,
})

export function Receive() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayRead = useMay('staff:read')
  const form = useContractForm<Paper, { id: string }>({
    rules,
    initial: initial(),
    draft: 'goods-in',
    body: bodyOf,
    settle: () => lines.settle(),
    send: (values, options) => backoffice.remitos.create(bodyOf(values), options),
    done: ({ id }) => {
      for (const topic of ['remitos', 'stock']) markOld(topic)
      if (mayRead) return navigate({ to: '/warehouse/remitos/$id', params: { id } })
      // The remito has a page that this person may not open: the next paper follows.
      showNotice({ content: t`The ingreso was saved.` })
      form.reset()
    },
  })
  const lines = useLines(form)
  const save = useRef<HTMLButtonElement>(null)
  const newLine = useRef<HTMLFieldSetElement>(null)
  /** The line whose fields are about to appear and get the focus. */
  const opened = useRef<string | null>(null)
  const focusOpened = (key: string) => (fields: HTMLFieldSetElement | null) => {
    if (!fields || opened.current !== key) return
    opened.current = null
    focusField(fields, 'quantity')
  }
  const { client_id, items, onPaper, entry } = form.values
  const faultOf = (path: string) => form.errors[path] as string | undefined
  const confirm = (at: TypedAt, fields: HTMLFieldSetElement) => {
    if (form.refuseUnfinished(fields)) return
    if (lines.confirm(at)) focusField(newLine.current, 'code')
    else form.focusFirstFault(client_id === '' ? fields.form : fields)
  }
  const fieldsAt = (at: TypedAt) => ({
    clientId: client_id,
    set: (change: Partial<Entry>) => lines.set(at, change),
    findProduct: () => lines.findProduct(at),
    confirm: (fields: HTMLFieldSetElement) => confirm(at, fields),
  })
  const fieldsOf = ({ key, goods, draft }: GoodsLine, index: number) =>
    draft === null || lines.isSought(key) ? null : (
      <LineFields
        {...fieldsAt(key)}
        fieldsRef={focusOpened(key)}
        label={t`Line ${index + 1}`}
        entry={draft}
        path={`items.${index}.draft`}
        above={goodsOf(items.slice(0, index))}
        faultOf={(name) =>
          faultOf(`items.${index}.draft.${name}`) ?? faultOf(`items.${index}.${itemField(name)}`)
        }
        confirmLabel={t`Done`}
        cancel={() => (goods ? lines.cancel(key) : lines.remove(key))}
      />
    )
  const actions = (
    <>
      {form.isDirty() ? <Button onClick={form.discardDraft}>{t`Start over`}</Button> : null}
      <ButtonLink to="/warehouse/inbound">{t`Announced goods`}</ButtonLink>
    </>
  )
  return (
    <Page
      title={t`Receive goods`}
      crumbs={mayRead ? [{ to: '/warehouse', label: t`Warehouse` }] : []}
      actions={actions}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles the key events of its fields */}
      <div onKeyDown={leadToNextField}>
        <Form form={form} submitLabel={t`Save as one ingreso`} submitRef={save}>
          <Card title={t`The paper`}>
            <PaperFields form={form} changeClient={lines.changeClient} />
          </Card>
          <Card
            title={t`Lines`}
            aside={<Totals lines={items} onPaper={typedNumber(onPaper, quantityIn(''))} />}
            flush
          >
            <Lines
              clientId={client_id}
              lines={items}
              faultOf={(index, name) => faultOf(`items.${index}.${name}`)}
              fieldsOf={fieldsOf}
              edit={(key) => {
                opened.current = key
                lines.edit(key)
              }}
              remove={(key) => {
                lines.remove(key)
                focusField(newLine.current, 'code')
              }}
            />
            <div className={styles['new']}>
              <LineFields
                {...fieldsAt(entryLine)}
                fieldsRef={newLine}
                label={t`New line`}
                entry={entry}
                path="entry"
                above={goodsOf(items)}
                faultOf={(name) =>
                  faultOf(`entry.${name}`) ?? (name === 'code' ? faultOf('items') : undefined)
                }
                confirmLabel={t`Add the line`}
                {...(items.length > 0 ? { leave: () => save.current?.focus() } : {})}
              />
            </div>
          </Card>
        </Form>
      </div>
    </Page>
  )
}

function bodyOf(values: Paper): NewRemito {
  const { client_id, date } = values
  const remito_number = numbersOf(values.numbers)
  return {
    client_id,
    type: 'ingreso',
    ...(date ? { date } : {}),
    ...(remito_number.length > 0 ? { remito_number } : {}),
    items: goodsOf(values.items).map(itemOf),
  }
}
