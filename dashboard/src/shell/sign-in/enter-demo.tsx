// A local demo is entered with one click. Elsewhere the service offers no demo, and nothing is shown.

import type { DemoEntry } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { one, portal } from '../../shared/api.ts'
import { formatPercent } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './sign-in-frame.module.css'

type Side = DemoEntry['as']

const progressEveryMs = 700

const signInOptions = one(['session', 'options'], (options) => portal.auth.getOptions({}, options))

/** `only` limits the buttons to the side that the page belongs to. */
export function EnterDemo({ only, entered }: { only?: Side; entered: () => unknown }) {
  const { t } = useLingui()
  const { data, refetch } = useQuery({
    ...signInOptions,
    // Nobody is signed in, so there is no live stream to report the progress.
    refetchInterval: ({ state }) => (state.data?.demo_loading ? progressEveryMs : false),
  })
  const [waiting, setWaiting] = useState<Side | null>(null)
  const entry = useAction({
    mutationFn: async (as: Side) => await portal.auth.enterDemo({ as }),
    onSuccess: entered,
  })
  const loading = data?.demo_loading ?? null
  const enter = async (side: Side) => {
    const { data: now } = await refetch()
    if (now?.demo_loading) return setWaiting(side)
    setWaiting(null)
    await entry.mutate(side)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: enters when the data are there
  useEffect(() => {
    if (waiting && data && !loading) void enter(waiting)
  }, [waiting, loading === null])
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
            loading={waiting === side || (entry.isPending && entry.variables === side)}
            disabled={entry.isPending || waiting !== null}
            onClick={() => void enter(side)}
          >
            {labels[side]}
          </Button>
        ))}
      </div>
      {waiting ? <Loading percent={loading?.percent ?? null} /> : null}
      {entry.isError ? <ProblemNote error={entry.error} /> : null}
    </section>
  )
}

/** The service reports no progress at the beginning and at the end. */
function Loading({ percent }: { percent: number | null }) {
  const { t } = useLingui()
  const reached = useRef(0)
  reached.current = Math.max(reached.current, percent ?? 0)
  const share = formatPercent(reached.current / 100)
  return (
    <div>
      <p role="status">{t`The demo data are being loaded: ${share}. You enter as soon as they are there.`}</p>
      <Progress value={Math.max(reached.current, 3)} mt={6} animated aria-label={t`Demo data loaded`} />
    </div>
  )
}
