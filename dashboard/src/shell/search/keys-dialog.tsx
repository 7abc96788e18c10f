import { useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import { useMay } from '../../shared/session.ts'
import { keysOfPage } from '../../ui/keys-of-page.ts'
import { Modal } from '../../ui/modal.tsx'
import { usePageKeys } from '../page-keys.ts'
import styles from './keys-dialog.module.css'

/** Lists the keyboard shortcuts. */
export function KeysDialog({ close }: { close: () => void }) {
  const { t } = useLingui()
  const pages = usePageKeys()
  const mayOrder = useMay('write:orders')
  const everywhere: [string[], string][] = [
    [['Ctrl', 'K'], t`Search and commands`],
    [['/'], t`Filter the list`],
    ...(mayOrder ? [[['N'], t`New order`] as [string[], string]] : []),
    [['?'], t`Keyboard shortcuts`],
    [['Esc'], t`Close what is open`],
  ]
  const here = keysOfPage().flatMap(({ key, label }): [string[], string][] =>
    label ? [[key.split('+').map((one) => (one.length === 1 ? one.toUpperCase() : one)), label]] : [],
  )
  const goTo = pages.map(({ key, label }): [string[], string] => [['G', key.toUpperCase()], label])
  return (
    <Modal
      opened
      onClose={close}
      title={t`Keyboard shortcuts`}
      size={480}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <div className={styles['columns']}>
        {here.length > 0 ? <KeyList title={t`On this page`} entries={here} /> : null}
        <KeyList title={t`Everywhere`} entries={everywhere} />
        <KeyList title={t`Go to, one key after the other`} entries={goTo} />
      </div>
    </Modal>
  )
}

function KeyList({ title, entries }: { title: string; entries: [string[], string][] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles['keys']}>
        {entries.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
