// The field for codes with what belongs to it: the sound, and the camera where the browser reads bar codes by itself.
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { Camera as CameraIcon, Volume2, VolumeX } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { canReadCodes } from './camera-codes.ts'
import styles from './prepare.module.css'
import { setMuted, useIsMuted } from './signals.ts'

const Camera = lazy(async () => ({ default: (await import('./camera.tsx')).Camera }))
const iconPx = 20

export function ScanTools({ scan, children }: { scan: (code: string) => void; children: ReactNode }) {
  const { t } = useLingui()
  const isMuted = useIsMuted()
  const [isLooking, setLooking] = useState(false)
  return (
    <>
      <div className={styles['tools']}>
        <div className={styles['field']}>{children}</div>
        {canReadCodes() ? (
          <ActionIcon
            size={44}
            variant="default"
            aria-label={t`Camera`}
            aria-pressed={isLooking}
            onClick={() => setLooking(!isLooking)}
          >
            <CameraIcon size={iconPx} />
          </ActionIcon>
        ) : null}
        <ActionIcon
          size={44}
          variant="default"
          aria-label={t`Sound`}
          aria-pressed={!isMuted}
          onClick={() => setMuted(!isMuted)}
        >
          {isMuted ? <VolumeX size={iconPx} /> : <Volume2 size={iconPx} />}
        </ActionIcon>
      </div>
      {isLooking ? (
        <Suspense fallback={<div className={styles['camera']} />}>
          <Camera scan={scan} />
        </Suspense>
      ) : null}
    </>
  )
}
