import { type ReactNode, useEffect } from 'react'
import { Brand } from '../brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import styles from './sign-in-frame.module.css'

/** The frame of the pages before sign-in: one centred card. `after` is shown below the card. */
export function SignInFrame({
  title,
  after,
  children,
}: {
  title: string
  after?: ReactNode
  children: ReactNode
}) {
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
      {after}
      <LanguageSwitch />
    </main>
  )
}
