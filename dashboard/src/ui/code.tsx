import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import styles from './code.module.css'

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

/** The hint is a `title` attribute, because tooltips would add to the code of the first page. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useLingui()
  const { copy, copied } = useClipboard()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      onClick={() => copy(value)}
    >
      {copied ? <Check size={14} /> : <Copy size={14} />}
      <span className="visually-hidden" aria-live="polite">
        {copied ? t`Copied` : ''}
      </span>
    </ActionIcon>
  )
}
