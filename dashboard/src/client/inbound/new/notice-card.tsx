// The fields of a notice above its lines.
import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/card.tsx'
import { FieldRow } from '../../../ui/form/form.tsx'
import { lastDate } from '../../../ui/form/last-date.ts'
import { PackagesField } from '../../../ui/number/number-fields.tsx'
import styles from './lines.module.css'
import type { NoticeForm } from './use-notice-form.ts'

export function NoticeCard({ form }: { form: NoticeForm }) {
  const { t } = useLingui()
  const { existing } = form
  const numberFault = Object.entries(form.errors).find(([path]) => path.startsWith('remito_number'))?.[1]
  return (
    <Card title={t`Delivery`}>
      <div className={styles['fields']}>
        <FieldRow>
          <div>
            <TextInput
              label={t`Your reference`}
              description={t`The number of your purchase order, for example`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              withAsterisk
              autoComplete="off"
              data-autofocus
              {...form.getInputProps('reference')}
            />
            {existing ? (
              <Link to="/inbound/$id" params={{ id: existing.id }} className={styles['existing']}>
                <Trans>Open {existing.number}</Trans>
              </Link>
            ) : null}
          </div>
          <TextInput
            type="date"
            label={t`Expected on`}
            withAsterisk
            max={lastDate}
            data-path="expected_on"
            {...form.getInputProps('expected_on')}
          />
          <TextInput label={t`Carrier`} {...form.getInputProps('carrier')} />
        </FieldRow>
        <FieldRow>
          <TextInput
            label={t`Remito numbers`}
            placeholder="R 0003-00012345"
            autoComplete="off"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={t`several with a comma between them`}
            {...form.getInputProps('numbers')}
            error={numberFault}
          />
          <PackagesField
            label={t`Packages`}
            description={t`boxes or pallets in the truck`}
            {...form.getInputProps('packages')}
          />
        </FieldRow>
        <Textarea label={t`Notes`} autosize minRows={2} {...form.getInputProps('notes')} />
      </div>
    </Card>
  )
}
