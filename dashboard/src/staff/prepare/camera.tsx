import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { watchCodes } from './camera-codes.ts'
import styles from './prepare.module.css'

/** The picture of the rear camera. It ends with the component. */
export function Camera({ scan }: { scan: (code: string) => void }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const latest = useRef(scan)
  latest.current = scan
  useEffect(() => {
    const ended = new AbortController()
    void start(video.current, (code) => latest.current(code), ended.signal).catch(() => setRefused(true))
    return () => ended.abort()
  }, [])
  if (isRefused)
    return (
      <p role="alert" className={styles['camera']}>
        {t`The camera cannot be used. Allow it for this page in the settings of the browser.`}
      </p>
    )
  return (
    <video
      ref={video}
      className={styles['camera']}
      autoPlay
      muted
      playsInline
      aria-label={t`Picture of the camera`}
    />
  )
}

async function start(video: HTMLVideoElement | null, found: (code: string) => void, signal: AbortSignal) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted || !video) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await watchCodes(video, found, signal)
}
