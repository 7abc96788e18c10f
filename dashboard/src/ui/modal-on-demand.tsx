// A dialog whose code is fetched when it first opens: dialogs are 17 kB that a page does without.
import type { ModalProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

const Modal = lazy(async () => ({ default: (await import('./modal.tsx')).Modal }))

export function ModalOnDemand(props: ModalProps) {
  const [isWanted, setWanted] = useState(props.opened)
  if (props.opened && !isWanted) setWanted(true)
  // It stays when it closes, and gives the focus back.
  return isWanted ? (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  ) : null
}
