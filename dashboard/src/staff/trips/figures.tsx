// The four figures of a trip.
import type { Trip, TripStop } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Columns, Stat } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format.ts'
import { stopsThatAre } from './readiness.tsx'
import styles from './trip.module.css'
import { useWeightText } from './trip-texts.tsx'

export function Figures({ trip }: { trip: Trip }) {
  const { t } = useLingui()
  const weight = useWeightText()(trip)
  const { stops, packages, status } = trip
  const places = new Set(stops.map(({ delivery_city }) => delivery_city?.trim().toLowerCase() ?? '')).size
  const notPacked = stops.filter((stop) => stop.packages === null).length
  const notWeighed = stops.filter(({ weight_known }) => !weight_known).length
  return (
    <Columns columns="stats">
      <Stat
        label={t`Stops`}
        value={formatNumber(stops.length)}
        note={stops.length > 0 ? <Plural value={places} one="# town" other="# towns" /> : t`none yet`}
      />
      <Stat
        label={t`Packages`}
        value={formatNumber(packages)}
        note={
          notPacked > 0 ? (
            <Plural value={notPacked} one="# order not packed" other="# orders not packed" />
          ) : (
            '\u00a0'
          )
        }
      />
      <Stat
        label={t`Weight`}
        value={weight ?? '–'}
        note={
          notWeighed > 0 ? (
            <Plural
              value={notWeighed}
              one="# order has products without a weight"
              other="# orders have products without a weight"
            />
          ) : (
            '\u00a0'
          )
        }
      />
      {status === 'draft' ? <Ready trip={trip} /> : <Done stops={stops} />}
    </Columns>
  )
}

function Ready({ trip }: { trip: Trip }) {
  const { t } = useLingui()
  const [ready, total] = [stopsThatAre(trip, 'ready').length, trip.stops.length]
  return (
    <Stat
      label={t`Ready to leave`}
      value={t`${formatNumber(ready)} of ${formatNumber(total)}`}
      note={<WhatIsMissing trip={trip} />}
    />
  )
}

/** The first order that is not ready, and why; the others as a number. */
function WhatIsMissing({ trip }: { trip: Trip }) {
  const { t } = useLingui()
  const notPrepared = stopsThatAre(trip, 'not-prepared')
  const missing = [...notPrepared, ...stopsThatAre(trip, 'not-packed')]
  const [first] = missing
  if (!first) return trip.stops.length > 0 ? t`everything is packed` : '\u00a0'
  const number = (
    <Link to="/warehouse/orders/$id" params={{ id: first.order_id }} className="numeric">
      {first.order_number}
    </Link>
  )
  const others = missing.length - 1
  return (
    <span className={styles['missing']}>
      {notPrepared.includes(first) ? (
        <Trans>{number} has to be prepared</Trans>
      ) : (
        <Trans>{number} in preparation, not packed</Trans>
      )}
      {others > 0 ? (
        <>
          {' '}
          <Plural value={others} one="and # more" other="and # more" />
        </>
      ) : null}
    </span>
  )
}

function Done({ stops }: { stops: readonly TripStop[] }) {
  const { t } = useLingui()
  const done = stops.filter(({ outcome }) => outcome !== null).length
  const failed = stops.filter(({ outcome }) => outcome === 'failed').length
  return (
    <Stat
      label={t`Stops done`}
      value={t`${formatNumber(done)} of ${formatNumber(stops.length)}`}
      note={
        failed > 0 ? (
          <span className={styles['missing']}>
            <Plural value={failed} one="# not delivered" other="# not delivered" />
          </span>
        ) : (
          '\u00a0'
        )
      }
    />
  )
}
