import type { ModalProps } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from './on-demand.tsx'

const Modal = onDemand<ModalProps>(
  async () => (await import('./modal.tsx')).Modal,
  ({ onClose }) => onClose(),
)

/** A dialog within a page: its frame is fetched when it first opens. */
export function ModalOnDemand(props: ModalProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  // It stays when it closes, and gives the focus back.
  return props.opened || (wasOpened && Modal.isLoaded()) ? <Modal {...props} /> : null
}
