import { type ReactNode, useEffect } from 'react'
import { Brand } from '../shell/brand.tsx'
import styles from './sign-in-frame.module.css'

/** The frame of the pages before a session: one card in the middle. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Andén`
  }, [title])
  return (
    <main className={styles['frame']}>
      <Brand />
      <div className={styles['card']}>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
