import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useLingui()
  const { copy, copied } = useClipboard()
  return (
    <Tooltip label={copied ? t`Copied` : label}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => copy(value)}>
        {copied ? <Check size={14} /> : <Copy size={14} />}
        <span className="visually-hidden" aria-live="polite">
          {copied ? t`Copied` : ''}
        </span>
      </ActionIcon>
    </Tooltip>
  )
}
