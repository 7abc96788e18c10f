// A local demo is entered with one click. Elsewhere the service offers no demo, and nothing is shown.

import type { DemoEntry } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { one, portal } from '../../shared/api.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './sign-in-frame.module.css'

type Side = DemoEntry['as']

const signInOptions = one(['session', 'options'], (options) => portal.auth.getOptions({}, options))

/** `only` limits the buttons to the side that the page belongs to. */
export function EnterDemo({ only, entered }: { only?: Side; entered: () => unknown }) {
  const { t } = useLingui()
  const { data } = useQuery(signInOptions)
  const entry = useAction({
    mutationFn: async (as: Side) => await portal.auth.enterDemo({ as }),
    onSuccess: entered,
  })
  const offered = new Set(data?.demo)
  const sides = (['client', 'warehouse'] as const).filter(
    (side) => offered.has(side) && (only === undefined || side === only),
  )
  const labels: Record<Side, string> = {
    client: t`Enter as the client`,
    warehouse: t`Enter as the warehouse`,
  }
  if (sides.length === 0) return null
  return (
    <section aria-label={t`Demo`} className={styles['demo']}>
      <p className="quiet">{t`A demo on your machine, without a password:`}</p>
      <div className={styles['sides']}>
        {sides.map((side) => (
          <Button
            key={side}
            loading={entry.isPending && entry.variables === side}
            disabled={entry.isPending}
            onClick={() => entry.mutate(side)}
          >
            {labels[side]}
          </Button>
        ))}
      </div>
      {entry.isError ? <ProblemNote error={entry.error} /> : null}
    </section>
  )
}
