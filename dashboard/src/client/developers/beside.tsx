// A list with a panel beside it that shows the open row. On a narrow screen the panel covers the list.
import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ModalOnDemand } from '../../ui/on-demand.tsx'
import styles from './beside.module.css'

export function Beside({
  title,
  actions,
  panel,
  close,
  children,
}: {
  title: ReactNode
  actions?: ReactNode
  /** null while no row is open. */
  panel: ReactNode | null
  close: () => void
  children: ReactNode
}) {
  const { t } = useLingui()
  const isNarrow = useMediaQuery('(max-width: 1100px)') ?? false
  if (isNarrow)
    return (
      <>
        {children}
        <ModalOnDemand
          opened={panel !== null}
          onClose={close}
          title={title}
          size="xl"
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          <div className={styles['content']}>
            {actions ? <div className={styles['actions']}>{actions}</div> : null}
            {panel}
          </div>
        </ModalOnDemand>
      </>
    )
  if (panel === null) return children
  return (
    <div className={styles['beside']}>
      <div className={styles['list']}>{children}</div>
      <section className={styles['panel']} aria-label={typeof title === 'string' ? title : t`Details`}>
        <header>
          <h2>{title}</h2>
          {actions}
          <CloseButton aria-label={t`Close`} onClick={close} />
        </header>
        <div className={styles['content']}>{panel}</div>
      </section>
    </div>
  )
}
