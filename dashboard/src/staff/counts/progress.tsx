import { useLingui } from '@lingui/react/macro'
import { UploadProgress } from '../../shared/files/upload-progress.tsx'
import type { CountState } from './use-count.ts'

type Running = Extract<CountState, { step: 'checking' | 'applying' }>

export function CountProgress({ step, share, file, leave }: Running & { leave: () => void }) {
  const { t } = useLingui()
  const isChecking = step === 'checking'
  return (
    <UploadProgress
      file={file}
      share={share}
      working={isChecking ? t`Comparing with the stock…` : t`Applying the count…`}
      note={
        isChecking
          ? t`Nothing changes yet.`
          : t`This can take a minute for a large file. All of it is applied, or nothing.`
      }
      cancel={isChecking ? leave : undefined}
    />
  )
}
