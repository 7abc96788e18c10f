import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { language, showLanguage } from '../../ui/languages.ts'
import { Brand } from '../brand.tsx'
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

/** Labelled in the other language, for people who cannot read the current one. */
function LanguageSwitch() {
  const other = language() === 'es' ? 'en' : 'es'
  return (
    <UnstyledButton lang={other} className={styles['language']} onClick={() => void showLanguage(other)}>
      {other === 'es' ? 'En español' : 'In English'}
    </UnstyledButton>
  )
}
