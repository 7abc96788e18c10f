import type { ReactNode } from 'react'
import styles from './steps.module.css'

export type Step = {
  label: string
  note?: ReactNode
  state: 'done' | 'now' | 'ahead' | 'ended'
  /** Needed if a state can occur twice. */
  id?: string
}

/** The states of an object in their order: from left to right, on a phone from top to bottom. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol aria-label={label} className={styles['steps']}>
      {steps.map((step) => (
        <li
          key={step.id ?? step.label}
          className={styles[step.state]}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span>{step.label}</span>
          {step.note ? <small>{step.note}</small> : null}
        </li>
      ))}
    </ol>
  )
}
