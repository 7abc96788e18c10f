// The event types of the contract, grouped by the resource that they are about.
import rules from 'contract:portal/GET /events'
import { useLingui } from '@lingui/react/macro'

export const eventTypes = (rules.query['type']?.enum ?? []) as readonly string[]

const familyOf = (type: string) => type.split('.')[0] ?? type

export const eventFamilies = [...new Set(eventTypes.map(familyOf))].map((name) => ({
  name,
  types: eventTypes.filter((type) => familyOf(type) === name),
}))

export function useFamilyNames(): (family: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    order: t`Orders`,
    remito: t`Remitos`,
    payment: t`Payments`,
    credit_note: t`Credit notes`,
    stock: t`Stock`,
    lot: t`Lots`,
  }
  return (family) => names[family] ?? family
}

/** `order.*` if the whole family is selected, otherwise the individual types. */
export function summaryOfTypes(types: readonly string[]): string {
  return eventFamilies
    .flatMap(({ name, types: all }) => {
      const named = all.filter((type) => types.includes(type))
      return named.length === all.length && all.length > 1 ? [`${name}.*`] : named
    })
    .join(' · ')
}
