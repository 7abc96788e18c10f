import { useLingui } from '@lingui/react/macro'
import styles from './code.module.css'
import { CopyButton } from './copy.tsx'

/** Machine-readable text: a request, a body, a token. It scrolls inside its frame. */
export function Code({ text, label }: { text: string; label: string }) {
  const { t } = useLingui()
  return (
    <figure className={styles['code']}>
      <section aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element has to be focusable by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </section>
      <div className={styles['copy']}>
        <CopyButton value={text} label={t`Copy`} />
      </div>
    </figure>
  )
}
