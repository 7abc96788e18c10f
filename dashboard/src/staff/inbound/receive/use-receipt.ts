// The form of an ingreso of a notice: its lines are ticked by scan or by hand, and what was not announced is added to them.
import rules from 'contract:backoffice/PATCH /inbound/{id}'
import type { InboundItem, StaffInboundNoticeDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { markOld, queryClient } from '../../../shared/api.ts'
import { backoffice } from '../../../shared/backoffice.ts'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { showNotice } from '../../../ui/notices.tsx'
import { useProblemText } from '../../../ui/problem-texts.ts'
import { type Signal, signal } from '../../prepare/signals.ts'
import { productOfCode } from '../../scan/product-of-code.ts'
import { type OnCode, onCode, type Reading, readScan } from './reading.ts'
import {
  bodyOf,
  contested,
  type Extra,
  type ExtraProduct,
  extraOf,
  nothingReceived,
  type Receipt,
  sentKeys,
  type Ticked,
  type Typed,
  tickOf,
  toComeOf,
} from './values.ts'

/** What is said of the last scan. */
export type Verdict =
  | { is: 'ticked'; line: InboundItem; quantity: string }
  | { is: 'again' | 'needs-quantity'; name: string }
  | { is: 'added'; name: string; isOtherLot: boolean; lot: string | undefined }
  | { is: 'unknown' | 'misread' | 'looking'; code: string }
  | { is: 'failed'; text: string }

const signals: Record<Verdict['is'], Signal | null> = {
  ticked: 'good',
  added: 'good',
  again: 'bad',
  'needs-quantity': 'bad',
  unknown: 'bad',
  misread: 'bad',
  failed: 'bad',
  looking: null,
}

export type ReceiptForm = ReturnType<typeof useReceipt>

export function useReceipt(notice: StaffInboundNoticeDetail) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const navigate = useNavigate()
  const [said, setSaid] = useState<{ verdict: Verdict; turn: number }>()
  const [open, setOpen] = useState<string | null>(null)
  const { id, number, items } = notice
  const form = useContractForm<Receipt, unknown>({
    rules,
    initial: nothingReceived,
    draft: `inbound.${id}.receive`,
    body: (values) => bodyOf(values, notice),
    check: (values) =>
      contested(values, notice).map((line) => ({
        pointer: `/contested/${line.id}`,
        detail: t`Somebody else has received of this line meanwhile`,
      })),
    send: async (values) => {
      try {
        return await backoffice.inbound.update(id, bodyOf(values, notice))
      } catch (error) {
        // So that the page shows what has changed.
        markOld('inbound')
        throw error
      }
    },
    done: () => {
      for (const topic of ['inbound', 'remitos', 'stock']) markOld(topic)
      showNotice({ content: t`An ingreso of ${number} was saved.` })
      return navigate({ to: '/warehouse/inbound/$id', params: { id } })
    },
  })
  const values = () => form.getValues()
  const setTicked = (ticked: Record<string, Ticked>) => {
    form.clearFieldError('items')
    form.setFieldValue('ticked', ticked)
  }
  const say = (verdict: Verdict) => {
    setSaid((before) => ({ verdict, turn: (before?.turn ?? 0) + 1 }))
    const kind = signals[verdict.is]
    if (kind) signal(kind)
  }
  const tick = (line: InboundItem, on: OnCode = {}) => {
    const ticked = tickOf(line, on)
    setTicked({ ...values().ticked, [line.id]: ticked })
    if (ticked.quantity === '') setOpen(line.id)
    return ticked
  }
  const add = (product: ExtraProduct, on: OnCode, isOtherLot: boolean) => {
    const { extras } = values()
    const same = extras.find(
      ({ product: { id }, lot_number }) => id === product.id && lot_number === (on.lot ?? ''),
    )
    if (same) {
      setOpen(same.key)
      return say({ is: 'again', name: product.name })
    }
    const extra = extraOf(product, on)
    form.clearFieldError('items')
    form.setFieldValue('extras', [...extras, extra])
    if (extra.quantity === '') setOpen(extra.key)
    say({ is: 'added', name: product.name, isOtherLot, lot: on.lot })
  }
  const lookUp = async ({ code, gs1 }: Extract<Reading, { is: 'not-announced' }>) => {
    say({ is: 'looking', code })
    try {
      const found = await queryClient.fetchQuery({ ...productOfCode(notice.client_id, code), staleTime: 0 })
      if ('product' in found) add(found.product, onCode(gs1, found.product), false)
      else say({ is: 'isMisread' in found && found.isMisread ? 'misread' : 'unknown', code })
    } catch (error) {
      say({ is: 'failed', text: textOf(error).title })
    }
  }
  const scan = (code: string) => {
    const reading = readScan(items, ({ id }) => values().ticked[id] !== undefined, code)
    if (reading.is === 'misread') return say(reading)
    if (reading.is === 'not-announced') return void lookUp(reading)
    const { line } = reading
    if (reading.is === 'again') return say({ is: 'again', name: line.name })
    if (reading.is === 'other-lot') {
      const { product_id: id, sku, name, unit_type } = line
      return add({ id, sku, name, unit_type }, reading.on, true)
    }
    const { quantity } = tick(line, reading.on)
    say(quantity === '' ? { is: 'needs-quantity', name: line.name } : { is: 'ticked', line, quantity })
  }
  const keys = sentKeys(form.values, notice)
  return {
    ...form,
    scan,
    said,
    open,
    setOpen,
    count: keys.length,
    contested: contested(form.values, notice),
    /** `name` is a member of what is sent. */
    faultOf: (key: string, name: keyof Typed) =>
      form.errors[`items.${keys.indexOf(key)}.${name}`] as string | undefined,
    tick: (line: InboundItem) => void tick(line),
    tickAll: () =>
      setTicked({
        ...values().ticked,
        ...Object.fromEntries(
          items
            .filter((line) => toComeOf(line) > 0 && !values().ticked[line.id])
            .map((line) => [line.id, tickOf(line)]),
        ),
      }),
    untick: (line: InboundItem) => {
      const { [line.id]: before, ...others } = values().ticked
      setTicked(others)
      if (open === line.id) setOpen(null)
      if (before)
        form.offerBack(t`${line.sku} is not received now.`, (latest) => ({
          ...latest,
          ticked: { ...latest.ticked, [line.id]: before },
        }))
    },
    setTyped: (line: InboundItem, change: Partial<Typed>) =>
      setTicked({
        ...values().ticked,
        [line.id]: { ...(values().ticked[line.id] ?? tickOf(line)), ...change },
      }),
    /** What somebody else has received is in addition to this. */
    acceptContested: ({ id, received }: InboundItem) => {
      const before = values().ticked[id]
      if (before) setTicked({ ...values().ticked, [id]: { ...before, seen: received } })
    },
    setExtra: (key: string, change: Partial<Typed>) =>
      form.setFieldValue(
        'extras',
        values().extras.map((extra): Extra => (extra.key === key ? { ...extra, ...change } : extra)),
      ),
    removeExtra: (key: string) => {
      const index = values().extras.findIndex((extra) => extra.key === key)
      const { sku = '' } = values().extras[index]?.product ?? {}
      form.removeLine('extras', index, t`${sku} was removed.`)
    },
  }
}
