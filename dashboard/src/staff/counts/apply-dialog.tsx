import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Confirm } from '../../ui/confirm.tsx'
import { formatList } from '../../ui/format.ts'
import styles from './counts.module.css'
import type { Check } from './send-count.ts'
import { sumTexts } from './sum-texts.ts'

type ApplyDialogProps = { check: Check; clientName: string; apply: () => void; close: () => void }

/** States in numbers what will happen. */
export function ApplyDialog({ check, clientName, apply, close }: ApplyDialogProps) {
  const { t } = useLingui()
  const { lots_changed, lots_created, products_created, products_changed, sums } = check
  const parts = [
    lots_changed > 0 ? plural(lots_changed, { one: '# lot changes', other: '# lots change' }) : '',
    lots_created > 0 ? plural(lots_created, { one: '# lot is new', other: '# lots are new' }) : '',
    products_created > 0
      ? plural(products_created, { one: '# product is new', other: '# products are new' })
      : '',
    products_changed > 0
      ? plural(products_changed, {
          one: '# product gets a new location or weight',
          other: '# products get a new location or weight',
        })
      : '',
  ]
  const what = formatList(parts.filter(Boolean))
  const { up, down } = sumTexts(sums)
  const amounts = [...up, ...down].join(', ')
  return (
    <Confirm
      title={t`Apply the count to the stock of ${clientName}?`}
      confirmLabel={t`Apply the count`}
      isDangerous={false}
      action={{ mutate: apply, isPending: false, error: null }}
      close={close}
    >
      <p className={`${styles['paragraph']} ${styles['sentence']}`}>
        <b>{what}</b>
        {amounts ? <>: {amounts}.</> : '.'}
      </p>
      <p>
        <Trans>
          All lines are applied, or none. If one of these lots has moved since the check, nothing is applied
          and you see the new differences first. The client gets an event for each change.
        </Trans>
      </p>
    </Confirm>
  )
}
