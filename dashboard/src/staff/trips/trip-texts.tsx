// Names of what a trip can be, and its values in words.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { quantityText } from '../../ui/values.tsx'

type TripStatus = 'draft' | 'departed' | 'closed'
type Outcome = 'delivered' | 'failed' | 'cancelled'

const statusTones: Record<TripStatus, Tone> = { draft: 'mute', departed: 'info', closed: 'ok' }
const outcomeTones: Record<Outcome, Tone> = { delivered: 'ok', failed: 'bad', cancelled: 'mute' }

export function useTripStatuses(): Record<TripStatus, string> {
  const { t } = useLingui()
  return {
    draft: t({ context: 'trip', message: 'Draft' }),
    departed: t({ context: 'trip', message: 'Under way' }),
    closed: t({ context: 'trip', message: 'Closed' }),
  }
}

/** A status that this version of the dashboard does not know is shown by its API name. */
export function TripChip({ status }: { status: string }) {
  const names: Partial<Record<string, string>> = useTripStatuses()
  return <Chip tone={statusTones[status as TripStatus] ?? 'mute'}>{names[status] ?? status}</Chip>
}

export function OutcomeChip({ outcome }: { outcome: string }) {
  const { t } = useLingui()
  const names: Partial<Record<string, string>> = {
    delivered: t`Delivered`,
    failed: t`Not delivered`,
    cancelled: t`Cancelled`,
  } satisfies Record<Outcome, string>
  return <Chip tone={outcomeTones[outcome as Outcome] ?? 'mute'}>{names[outcome] ?? outcome}</Chip>
}

export const packagesText = (packages: number) => plural(packages, { one: '# package', other: '# packages' })

type Weighed = { weight_kg: number | null; weight_known: boolean }

/** null: nothing is known of it. */
export function useWeightText(): (load: Weighed) => string | null {
  const { t } = useLingui()
  return ({ weight_kg, weight_known }) => {
    if (weight_kg === null) return null
    return weight_known ? quantityText(weight_kg, 'kg') : t`at least ${quantityText(weight_kg, 'kg')}`
  }
}

/** What is known of it, one after the other. */
export const joined = (parts: readonly ReactNode[]) => parts.filter(Boolean).join(' · ')
