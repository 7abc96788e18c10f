// Issues a new token for a key, with the same name, scopes and limits. The old token can keep working for some days.

import rules from 'contract:portal/POST /keys/{id}/rotate'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack } from '@mantine/core'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Modal } from '../../ui/modal.tsx'
import { markOld } from '../api.ts'
import type { AnyIssuedKey, AnyKey, KeyWrites } from './key.ts'

type RotateKeyProps = {
  of: AnyKey
  rotate: KeyWrites['rotate']
  rotated: (key: AnyIssuedKey) => void
  close: () => void
}

/** Also used for staff keys, whose rotation has the same rules. */
export function RotateKey({ of, rotate, rotated, close }: RotateKeyProps) {
  const { t } = useLingui()
  const bodyOf = ({ days }: { days: string }) => ({ grace_days: Number(days) })
  const form = useContractForm({
    rules,
    initial: { days: '7' },
    body: bodyOf,
    send: (values) => rotate(of.id, bodyOf(values)),
    done: (key) => {
      markOld('keys')
      rotated(key)
    },
  })
  const choices = [
    { value: '0', label: t`It ends at once` },
    { value: '1', label: t`1 day` },
    { value: '7', label: t`7 days` },
    { value: '30', label: t`30 days` },
  ]
  return (
    <Modal opened onClose={close} title={t`Rotate ${of.name}`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        <p>
          <Trans>
            A new key with the same name, scopes and limits is created. Put its token into your program before
            the old one ends.
          </Trans>
        </p>
        <Form form={form} submitLabel={t`Rotate`} cancel={close}>
          <NativeSelect
            label={t`The old key stays valid for`}
            data-autofocus
            data={choices}
            {...form.getInputProps('days')}
            error={form.errors['grace_days']}
          />
        </Form>
      </Stack>
    </Modal>
  )
}
