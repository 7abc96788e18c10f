import type { ModalProps } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from './on-demand.tsx'

const Modal = onDemand<ModalProps>(
  async () => (await import('./modal.tsx')).Modal,
  ({ onClose }) => onClose(),
)

/** A dialog within a page, whose frame is loaded when it first opens. */
export function ModalOnDemand(props: ModalProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  // Stays mounted when it closes, so that it can return the focus.
  return props.opened || (wasOpened && Modal.isLoaded()) ? <Modal {...props} /> : null
}
