import rules from 'contract:portal/POST /auth/two-factor/verify-totp'
import type { SecondFactor } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CopyButton } from '../../ui/code.tsx'
import { CodeInput, focusOnMount } from '../../ui/code-input.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { portal } from '../api.ts'
import { OwnPasswordForm } from './own-password-form.tsx'
import { QrCode } from './qr-code.tsx'
import styles from './second-factor.module.css'

type SetupProps = { done: (codes: string[]) => void; cancel: () => void }

export function SecondFactorSetup({ done, cancel }: SetupProps) {
  const { t } = useLingui()
  const [started, setStarted] = useState<SecondFactor | null>(null)
  if (started) return <FirstCode started={started} done={done} cancel={cancel} />
  return (
    <OwnPasswordForm
      intro={t`You need an authenticator on your phone, such as Google Authenticator, Aegis or 1Password.`}
      submitLabel={t`Continue`}
      send={(values) => portal.auth.enableSecondFactor(values)}
      done={setStarted}
      cancel={cancel}
    />
  )
}

/**
 * The second factor is turned on by the first correct code, so nobody is locked out by a QR code that was never
 * scanned.
 */
function FirstCode({ started, done, cancel }: SetupProps & { started: SecondFactor }) {
  const { t } = useLingui()
  const { totpURI, backupCodes } = started
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const form = useContractForm({
    rules,
    initial: { code: '' },
    send: (values) => portal.auth.verifyTotp(values),
    done: () => done(backupCodes),
  })
  return (
    <Form form={form} submitLabel={t`Turn it on`} cancel={cancel} isQuiet>
      <p>{t`Scan this with the authenticator, then enter the code that it shows.`}</p>
      <div className={styles['scan']}>
        <QrCode text={totpURI} label={t`QR code for the authenticator`} />
        <div>
          <p className="quiet">{t`Or enter this key by hand:`}</p>
          <p className={styles['secret']}>
            <span className="mono">{secret.match(/.{1,4}/g)?.join(' ')}</span>
            <CopyButton value={secret} label={t`Copy the key`} />
          </p>
        </div>
      </div>
      <CodeInput label={t`Code`} ref={focusOnMount} {...form.getInputProps('code')} />
    </Form>
  )
}
