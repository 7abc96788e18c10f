// The lines of a paper while they are being typed: the new one below the others, and edited ones in their place. An
// incomplete line stays in its fields, and saving the paper never leaves it out.
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { queryClient } from '../../shared/api.ts'
import type { useContractForm } from '../../ui/form/use-contract-form.ts'
import { formatPlainNumber } from '../../ui/format.ts'
import { useProblemText } from '../../ui/problem-texts.ts'
import { readGs1 } from '../scan/gs1.ts'
import { type FoundByCode, productOfCode } from '../scan/product-of-code.ts'
import { type Entry, emptyEntry, type GoodsLine, isEmptyEntry } from './line.ts'
import type { Paper } from './paper.tsx'
import { type EntryFaults, entryOf, useReadEntry } from './read-line.ts'

type PaperForm = ReturnType<typeof useContractForm<Paper, { id: string }>>

/** Where a line is being typed: below the others, or in place of the line with this key. */
export type TypedAt = typeof entryLine | string
export const entryLine = 'new'

export function useLines(form: PaperForm) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const read = useReadEntry()
  // Keys of lines that were completed before their product was found.
  const [sought, setSought] = useState<ReadonlySet<string>>(new Set())

  const indexOf = (key: string) => form.getValues().items.findIndex((line) => line.key === key)
  const pathOf = (at: TypedAt) => (at === entryLine ? 'entry' : `items.${indexOf(at)}.draft`)
  const typedAt = (at: TypedAt): Entry | null => {
    const { entry, items } = form.getValues()
    return at === entryLine ? entry : (items[indexOf(at)]?.draft ?? null)
  }
  const set = (at: TypedAt, change: Partial<Entry>) => {
    form.clearFieldError('items')
    for (const [name, value] of Object.entries(change)) form.setFieldValue(`${pathOf(at)}.${name}`, value)
  }
  const refuse = (at: TypedAt, faults: EntryFaults) => {
    for (const [name, text] of Object.entries(faults)) form.setFieldError(`${pathOf(at)}.${name}`, text)
  }
  /** Faults belong to the typed text, not to its place. */
  const clearFaults = (path: string) =>
    form.setErrors((faults) =>
      Object.fromEntries(Object.entries(faults).filter(([at]) => !at.startsWith(`${path}.`))),
    )

  const hasClient = () => {
    if (form.getValues().client_id !== '') return true
    form.setFieldError('client_id', t`Choose the client first`)
    return false
  }

  const textOfNone = (found: Exclude<FoundByCode, { product: unknown }>) => {
    if ('several' in found) {
      const names = found.several.map(({ sku, name }) => `${sku} ${name}`).join(' · ')
      return t`Several products match, among them: ${names}`
    }
    return found.isMisread
      ? t`The check digit of this bar code is wrong. Scan it again.`
      : t`This client has no product with that code.`
  }

  /**
   * Returns false if there is no such product, which is then shown at the code. With `isFinal`, a code typed in the
   * meantime is looked up as well.
   */
  const findProduct = async (at: TypedAt, isFinal = false): Promise<boolean> => {
    const typed = typedAt(at)
    const { client_id } = form.getValues()
    const code = typed?.code.trim() ?? ''
    if (typed?.product) return true
    if (!typed || code === '' || client_id === '') return false
    // Fills in lot and date even if the code was left without Enter.
    const { lot = '', expiry = '' } = readGs1(code) ?? {}
    if (lot && typed.lot_number === '') set(at, { lot_number: lot })
    if (expiry && typed.expiry_date === '') set(at, { expiry_date: expiry })
    try {
      const found = await queryClient.fetchQuery({ ...productOfCode(client_id, code), staleTime: 0 })
      const isAsBefore = typedAt(at)?.code.trim() === code && form.getValues().client_id === client_id
      if (!isAsBefore) return isFinal ? await findProduct(at, true) : true
      if (!('product' in found)) {
        refuse(at, { code: textOfNone(found) })
        return false
      }
      const { product } = found
      const { count, kilograms } = readGs1(code) ?? {}
      const quantity = product.unit_type === 'kg' ? kilograms : count
      const isFree = quantity !== undefined && typedAt(at)?.quantity === ''
      set(at, { product, ...(isFree ? { quantity: formatPlainNumber(quantity) } : {}) })
      return true
    } catch (error) {
      refuse(at, { code: textOf(error).title })
      return false
    }
  }

  /** Turns typed text into a line. If it is incomplete, the fields show what is missing. */
  const take = (at: TypedAt): boolean => {
    const typed = typedAt(at)
    if (!typed) return true
    const result = read(typed)
    if ('faults' in result) {
      refuse(at, result.faults)
      return false
    }
    const line = { goods: result.goods, draft: null }
    if (at === entryLine) append({ key: crypto.randomUUID(), ...line })
    else {
      clearFaults(`items.${indexOf(at)}`)
      form.setFieldValue(`items.${indexOf(at)}`, { key: at, ...line })
    }
    return true
  }
  const append = (line: GoodsLine) => {
    clearFaults('entry')
    form.clearFieldError('items')
    form.insertListItem('items', line)
    form.setFieldValue('entry', emptyEntry)
    showLine(line.key)
  }

  /**
   * People with a bar-code reader do not wait for the product lookup, so the line is added before the product is found.
   */
  const takeWhenFound = (typed: Entry) => {
    const key = crypto.randomUUID()
    append({ key, goods: null, draft: typed })
    setSought((keys) => new Set([...keys, key]))
    void findProduct(key).then(() => {
      setSought((keys) => new Set([...keys].filter((one) => one !== key)))
      take(key)
    })
  }

  return {
    set,
    findProduct,
    isSought: (key: string) => sought.has(key),
    /** Returns whether the line was accepted. */
    confirm: (at: TypedAt): boolean => {
      if (!hasClient()) return false
      const typed = typedAt(at)
      const isUnknown = form.errors[`${pathOf(at)}.code`] !== undefined
      if (at !== entryLine || !typed || typed.product || isUnknown) return take(at)
      const result = read(typed)
      if ('goods' in result || Object.keys(result.faults).length > 0) return take(at)
      takeWhenFound(typed)
      return true
    },
    edit: (key: string) => {
      const { goods } = form.getValues().items[indexOf(key)] ?? {}
      if (goods) form.setFieldValue(`items.${indexOf(key)}.draft`, entryOf(goods))
    },
    /** Restores the line as it was before editing. */
    cancel: (key: string) => {
      const { goods, draft } = form.getValues().items[indexOf(key)] ?? {}
      if (!goods || !draft) return
      clearFaults(`items.${indexOf(key)}`)
      form.setFieldValue(`items.${indexOf(key)}.draft`, null)
      if (isSame(draft, entryOf(goods))) return
      form.offerBack(t`The change of ${goods.product.sku} was discarded.`, (values) => ({
        ...values,
        items: values.items.map((line) => (line.key === key ? { ...line, draft } : line)),
      }))
    },
    remove: (key: string) => {
      const { goods, draft } = form.getValues().items[indexOf(key)] ?? {}
      const sku = goods?.product.sku ?? draft?.code ?? ''
      form.removeLine('items', indexOf(key), t`${sku} was removed.`, ['client_id'])
    },
    /** Looks the product up again, because another client has other products. */
    changeClient: (client_id: string) => {
      form.setFieldValue('client_id', client_id)
      set(entryLine, { product: null, code: form.getValues().entry.code })
      void findProduct(entryLine)
    },
    /** Called before the paper is saved. Returns whether every line is complete. */
    settle: async (): Promise<boolean> => {
      const { items, entry } = form.getValues()
      const open = items.filter(({ draft }) => draft !== null).map(({ key }): TypedAt => key)
      const typed = isEmptyEntry(entry) ? open : [...open, entryLine]
      if (typed.length > 0 && !hasClient()) return false
      await Promise.all(typed.map((at) => findProduct(at, true)))
      return typed.map(take).every(Boolean)
    },
  }
}

export const lineId = (key: string) => `line-${key}`

const showLine = (key: string) =>
  requestAnimationFrame(() => document.getElementById(lineId(key))?.scrollIntoView({ block: 'nearest' }))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
