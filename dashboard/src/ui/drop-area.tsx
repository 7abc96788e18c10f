// Accepts files that are dragged onto it. The button does the same without dragging.
import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './drop-area.module.css'

export function DropArea({
  onDrop,
  isDisabled,
  label,
  children,
}: {
  onDrop: (files: File[]) => void
  isDisabled: boolean
  label: string
  children: ReactNode
}) {
  const [isOver, setOver] = useState(false)
  if (isDisabled) return children
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDrop([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without dragging
    <div className={styles['area']} onDragEnter={over} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver ? <div className={styles['veil']}>{label}</div> : null}
    </div>
  )
}
