// Reads a typed line: returns its goods, or the faults by field.
import rules from 'contract:backoffice/POST /remitos'
import type { NewRemito } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useFaultText } from '../../ui/form/fault-texts.ts'
import { faultsOf, type Schema } from '../../ui/form/rules.ts'
import { formatPlainNumber } from '../../ui/format.ts'
import { calendarYear, quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'
import type { Entry, Goods } from './line.ts'

export type EntryFaults = Partial<Record<keyof Entry, string>>
type Item = NewRemito['items'][number]

const itemRules: Schema = rules.body.properties?.['items']?.items ?? {}

export function useReadEntry(): (entry: Entry) => { goods: Goods } | { faults: EntryFaults } {
  const { t } = useLingui()
  const textOf = useFaultText()
  return (entry) => {
    const { product, lot_number, expiry_date } = entry
    const unit = product?.unit_type ?? ''
    const item = {
      product_id: product?.id,
      lot_number: lot_number.trim(),
      expiry_date,
      vintage_year: entry.vintage_year.trim() && numberToSend(entry.vintage_year, calendarYear),
      quantity: entry.quantity.trim() && numberToSend(entry.quantity, quantityIn(unit)),
    }
    const faults: EntryFaults = Object.fromEntries(
      faultsOf(itemRules, item).map((fault) => [entryField(fault.pointer.slice(1)), textOf(fault)]),
    )
    if (entry.code.trim() === '') faults.code = t`The product of this line is missing`
    // The lookup of the code reports its own fault.
    else delete faults.code
    if (entry.quantity.trim() === '') faults.quantity = t`The quantity of this line is missing`
    if (!product || Object.keys(faults).length > 0) return { faults }
    const { quantity, vintage_year } = item
    return {
      goods: {
        product,
        lot_number: item.lot_number,
        expiry_date,
        vintage_year: vintage_year === '' ? null : Number(vintage_year),
        quantity: Number(quantity),
      },
    }
  }
}

/** The form identifies a product by its code. */
const entryField = (name: string) => (name === 'product_id' ? 'code' : name) as keyof Entry
export const itemField = (name: keyof Entry) => (name === 'code' ? 'product_id' : name)

/** Converts a line back to text, for editing. */
export const entryOf = ({ product, vintage_year, quantity, ...same }: Goods): Entry => ({
  ...same,
  code: product.sku,
  product,
  vintage_year: vintage_year === null ? '' : String(vintage_year),
  quantity: formatPlainNumber(quantity),
})

export function itemOf({ product, quantity, lot_number, expiry_date, vintage_year }: Goods): Item {
  return {
    product_id: product.id,
    quantity,
    ...(lot_number ? { lot_number } : {}),
    ...(expiry_date ? { expiry_date } : {}),
    ...(vintage_year === null ? {} : { vintage_year }),
  }
}
