import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'

/** Its hint is the browser's own: it is on the first page, and tooltips are 5 kB. */
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
