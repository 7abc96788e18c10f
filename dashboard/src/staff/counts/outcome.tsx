// The outcome of applying a count.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatClock, formatList } from '../../ui/format.ts'
import styles from './counts.module.css'
import type { CountState } from './use-count.ts'

type Applied = Extract<CountState, { step: 'applied' }> & { clientId: string }

export function AppliedNote({ result, file, clientId }: Applied) {
  const { lots_changed, lots_created, products_created, products_changed, unchanged } = result
  const parts = [
    lots_changed > 0 ? plural(lots_changed, { one: '# lot changed', other: '# lots changed' }) : '',
    lots_created > 0 ? plural(lots_created, { one: '# new lot', other: '# new lots' }) : '',
    products_created > 0 ? plural(products_created, { one: '# new product', other: '# new products' }) : '',
    products_changed > 0
      ? plural(products_changed, {
          one: '# product with a new location or weight',
          other: '# products with a new location or weight',
        })
      : '',
    unchanged > 0
      ? plural(unchanged, { one: '# line was as recorded', other: '# lines were as recorded' })
      : '',
  ]
  return (
    <div role="status" className={styles['done']}>
      <p>
        <b>
          <Trans>{file.name} was applied</Trans>
        </b>
      </p>
      <p className={styles['sentence']}>{formatList(parts.filter(Boolean))}.</p>
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
