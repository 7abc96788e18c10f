// The recipient of an order: found by name, or added without leaving the order.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../../shared/session.ts'
import { placeOf } from '../../destinatarios/names.tsx'
import { destinatarioById } from '../../destinatarios/queries.ts'
import { RecipientSelect } from '../../destinatarios/recipient-select.tsx'
import styles from './recipient-field.module.css'

export function RecipientField({
  value,
  error,
  onChange,
  add,
}: {
  value: string
  error: unknown
  onChange: (id: string) => void
  add: () => void
}) {
  const { t } = useLingui()
  const mayAdd = useMay('write:destinatarios')
  const recipient = useQuery({ ...destinatarioById(value), enabled: value !== '' }).data
  const schedule = recipient?.delivery_schedule
  const place = recipient ? [recipient.address, placeOf(recipient), schedule].filter(Boolean).join(' · ') : ''
  return (
    <div className={styles['field']}>
      <RecipientSelect
        label={t`Recipient`}
        placeholder={t`Search by name`}
        withAsterisk
        autoFocus={value === ''}
        value={value}
        error={error as string}
        onChange={onChange}
        description={place}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {mayAdd ? <Button onClick={add}>{t`Add a recipient`}</Button> : null}
    </div>
  )
}
