import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { saveAs } from '../../ui/save-as.ts'
import styles from './second-factor.module.css'

/** The codes are shown only once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const { t } = useLingui()
  const { copy, copied } = useClipboard()
  const text = `${codes.join('\n')}\n`
  return (
    <Stack gap="md">
      <p role="status">
        <b>{t`Save these recovery codes now.`}</b>{' '}
        {t`They are not shown again. Each signs you in once without your phone.`}
      </p>
      <ol className={styles['codes']}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <Group gap="xs" className="not-printed">
        <Button onClick={() => copy(text)}>{copied ? t`Copied` : t`Copy`}</Button>
        <Button onClick={() => void saveAs(new Blob([text], { type: 'text/plain' }), 'anden-codes.txt')}>
          {t`Download`}
        </Button>
        <Button onClick={() => window.print()}>{t`Print`}</Button>
        <Button variant="filled" onClick={close}>{t`I have saved them`}</Button>
      </Group>
    </Stack>
  )
}
