// Receives a return, on a phone or at a desk. Each scan counts one unit for the disposition that is chosen; the quantities can
// also be typed, and one line can be divided. The texts of the fields are all that the form holds, so a reload loses nothing.
import rules from 'contract:backoffice/PATCH /returns/{id}'
import { returnDispositions } from '@anden/contract/values'
import { AndenError } from '@anden/sdk'
import type { StaffReturnDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { queryClient } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { useReturnReasons } from '../../shared/returns/return-words.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityText } from '../../ui/values.tsx'
import type { Outcome } from '../prepare/counting.ts'
import { ScanTools } from '../prepare/scan-tools.tsx'
import { signal } from '../prepare/signals.ts'
import { isLikeGtin, readGs1 } from '../scan/gs1.ts'
import { ScanField } from '../scan/scan-field.tsx'
import { markReturnsOld, staffReturnById } from './queries.ts'
import {
  countedOf,
  type Disposition,
  excessive,
  type Item,
  indexOfPart,
  isEverything,
  type Part,
  receiptOf,
  scanInto,
  sentParts,
  withPart,
} from './receipt.ts'
import styles from './returns.module.css'
import { ScanNote } from './scan-note.tsx'

type Fields = { items: readonly Part[] }

export function ReceiveReturn({ expected }: { expected: StaffReturnDetail }) {
  const { t } = useLingui()
  const { items } = expected
  const labels = useDispositionLabels()
  const [disposition, setDisposition] = useState<Disposition>('restock')
  const [said, setSaid] = useState<{ outcome: Outcome; turn: number }>()
  const form = useReceiptForm(expected)
  const parts = form.values.items
  // The next code of a reader comes before the page is rendered again.
  const latest = useRef(parts)
  latest.current = parts
  const setParts = (next: readonly Part[]) => {
    latest.current = next
    form.setValues({ items: next })
  }
  const scan = (code: string) => {
    const scanned = scanInto(code, disposition, latest.current, items)
    setParts(scanned.parts)
    setSaid((before) => ({ outcome: scanned.outcome, turn: (before?.turn ?? 0) + 1 }))
    const isGood = scanned.outcome.is === 'counted'
    signal(!isGood ? 'bad' : isEverything(scanned.parts, items) ? 'done' : 'good')
  }
  const fieldOf = (item: Item, into: Disposition) => {
    const sent = indexOfPart(sentParts(parts, items), item.id, into)
    const setText = (quantity: string) =>
      setParts(withPart(latest.current, { id: item.id, disposition: into, quantity }))
    return {
      value: parts[indexOfPart(parts, item.id, into)]?.quantity ?? '',
      error: sent < 0 ? undefined : form.errors[`items.${sent}.quantity`],
      onChange: setText,
      // Enter comes from a reader as well, so it never sends: a code that was scanned into the field counts as a code.
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        const typed = event.currentTarget.value
        if (readGs1(typed) === null && !isLikeGtin(typed.trim())) return
        setText('')
        scan(typed)
      },
    }
  }
  return (
    <Form form={form} submitLabel={t`Receive`} isWide>
      <div className={styles['top']}>
        <SegmentedControl
          fullWidth
          aria-label={t`What is done with what you scan`}
          data={returnDispositions.map((value) => ({ value, label: labels[value] }))}
          value={disposition}
          onChange={(value) => setDisposition(value as Disposition)}
        />
        <ScanTools scan={scan}>
          <ScanField label={t`Scan a code, or type a SKU`} scan={scan} />
        </ScanTools>
        <ScanNote said={said} clientId={expected.client_id} into={labels[disposition]} />
      </div>
      <ol aria-label={t`Lines of the return`} className={styles['lines']}>
        {items.map((item) => (
          <li key={item.id}>
            <LineHead item={item} counted={countedOf(parts, item)} />
            <div className={styles['parts']}>
              {returnDispositions.map((into) => (
                <QuantityField
                  key={into}
                  label={labels[into]}
                  aria-label={`${labels[into]}: ${item.name}, ${item.lot_number}`}
                  unit={item.unit_type}
                  {...fieldOf(item, into)}
                />
              ))}
            </div>
          </li>
        ))}
      </ol>
      {form.errors['items'] ? (
        <p role="alert" className={styles['fault']}>
          {t`Count something first. What is not counted did not come.`}
        </p>
      ) : null}
    </Form>
  )
}

function useDispositionLabels(): Record<Disposition, string> {
  const { t } = useLingui()
  return {
    restock: t`To stock`,
    hold: t({ context: 'goods of a return', message: 'Hold' }),
    write_off: t`Write off`,
  }
}

function useReceiptForm({ id, items }: StaffReturnDetail) {
  const { t } = useLingui()
  const bodyOf = ({ items: parts }: Fields) => receiptOf(parts, items)
  return useContractForm<Fields, StaffReturnDetail>({
    rules,
    initial: { items: [] },
    draft: `returns.${id}.receive`,
    body: bodyOf,
    check: ({ items: parts }) =>
      excessive(parts, items).map(({ item, index }) => {
        const most = quantityText(item.expected, item.unit_type)
        return { pointer: `/items/${index}/quantity`, detail: t`No more than ${most} is expected` }
      }),
    send: async (values) => {
      try {
        return await backoffice.returns.update(id, bodyOf(values))
      } catch (error) {
        // Somebody else has received or closed it: the page shows it as it is now.
        if (error instanceof AndenError && error.code === 'returns/invalid-transition') markReturnsOld()
        throw error
      }
    },
    done: (received) => {
      queryClient.setQueryData(staffReturnById(id).queryKey, received)
      markReturnsOld()
    },
  })
}

function LineHead({ item, counted }: { item: Item; counted: number }) {
  const { t } = useLingui()
  const reasons = useReturnReasons()
  const expiry: ReactNode = item.expiry_date ? (
    <>
      {' · '}
      <Expiry date={item.expiry_date} />
    </>
  ) : null
  return (
    <div className={styles['head']} data-complete={counted === item.expected || undefined}>
      <span>
        <b>{item.name}</b>
        <small>
          <span className="mono">{item.sku}</span> · {t`lot`} <span className="mono">{item.lot_number}</span>
          {expiry}
        </small>
        <small>{[reasons[item.reason], item.note].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={styles['share']}>
        {quantityText(counted, '')} / {quantityText(item.expected, item.unit_type)}
      </span>
    </div>
  )
}
