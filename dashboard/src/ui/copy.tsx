import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'

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
