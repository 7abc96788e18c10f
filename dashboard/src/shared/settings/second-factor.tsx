// The second factor: its setup (password, QR code, first code, recovery codes), and the actions once it is on.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { markOld, portal } from '../api.ts'
import { useSession } from '../session.ts'
import { OwnPasswordForm } from './own-password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

type Step = 'none' | 'setting-up' | 'disabling' | 'renewing' | { codes: string[] }

export function SecondFactor() {
  const { t } = useLingui()
  const isOn = useSession().user.two_factor_enabled
  const [step, setStep] = useState<Step>('none')
  const go = (next: Step) => {
    setStep(next)
    markOld('session')
  }
  const rest = () => go('none')
  const show = (codes: string[]) => go({ codes })
  const state = <Chip tone={isOn ? 'ok' : 'mute'}>{isOn ? t`on` : t`off`}</Chip>
  return (
    <Card title={t`Second factor`} aside={state}>
      {typeof step === 'object' ? (
        <RecoveryCodes codes={step.codes} close={rest} />
      ) : step === 'setting-up' ? (
        <SecondFactorSetup cancel={rest} done={show} />
      ) : step === 'disabling' ? (
        <OwnPasswordForm
          intro={t`From then on your password alone signs you in, and the recovery codes end.`}
          submitLabel={t`Turn it off`}
          send={(values) => portal.auth.disableSecondFactor(values)}
          done={rest}
          cancel={rest}
        />
      ) : step === 'renewing' ? (
        <OwnPasswordForm
          intro={t`You get new recovery codes. The present ones end.`}
          submitLabel={t`Show new codes`}
          send={(values) => portal.auth.renewRecoveryCodes(values)}
          done={({ backupCodes }) => show(backupCodes)}
          cancel={rest}
        />
      ) : (
        <AtRest isOn={isOn} start={setStep} />
      )}
    </Card>
  )
}

function AtRest({ isOn, start }: { isOn: boolean; start: (step: Step) => void }) {
  const { t } = useLingui()
  return (
    <Stack gap="md">
      <p className="quiet">
        <Trans>
          A code of an authenticator on your phone, besides the password. Whoever learns the password alone
          cannot sign in.
        </Trans>
      </p>
      <Group gap="xs">
        {isOn ? (
          <>
            <Button onClick={() => start('renewing')}>{t`New recovery codes`}</Button>
            <Button onClick={() => start('disabling')}>{t`Turn it off`}</Button>
          </>
        ) : (
          <Button onClick={() => start('setting-up')}>{t`Set it up`}</Button>
        )}
      </Group>
    </Stack>
  )
}
