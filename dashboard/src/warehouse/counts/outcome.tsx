// After the attempt to apply a count.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatClock, formatNumber } from '../../ui/format.ts'
import styles from './counts.module.css'
import type { CountState } from './use-count.ts'

type Applied = Extract<CountState, { step: 'applied' }> & { clientId: string }

export function AppliedNote({ result, file, clientId }: Applied) {
  const { lots_changed, lots_created, unchanged } = result
  const changed = plural(lots_changed, { one: '# lot changed', other: '# lots changed' })
  const created = plural(lots_created, { one: '# new lot', other: '# new lots' })
  return (
    <div role="status" className={styles['done']}>
      <p>
        <b>
          <Trans>{file.name} was applied</Trans>
        </b>
      </p>
      <p>
        <Trans>
          {changed}, {created}; {formatNumber(unchanged)} were as counted.
        </Trans>
      </p>
      <p className={styles['links']}>
        <Link to="/warehouse/counts/$id" params={{ id: result.id }}>
          <Trans>See what changed</Trans>
        </Link>
        <Link to="/warehouse/stock" search={{ client_id: clientId }}>
          <Trans>Stock of the client</Trans>
        </Link>
      </p>
    </div>
  )
}

type Moved = Extract<CountState, { step: 'moved' }> & { leave: () => void }

export function MovedNote({ file, checkedAt, checkAgain, leave }: Moved) {
  const { t } = useLingui()
  return (
    <div role="alert" className={styles['moved']}>
      <p>
        <b>{t`The stock has moved since the check`}</b>
      </p>
      <p>
        <Trans>
          A lot of {file.name} changed after {formatClock(checkedAt)}, so nothing was applied. Check the file
          again to see what it would change now. If goods moved after they were counted, correct the file
          first.
        </Trans>
      </p>
      <p className={styles['links']}>
        <Button variant="filled" onClick={checkAgain}>
          {t`Check again`}
        </Button>
        <Button onClick={leave}>{t`Another file`}</Button>
      </p>
    </div>
  )
}
