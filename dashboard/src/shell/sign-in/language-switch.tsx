import { UnstyledButton } from '@mantine/core'
import { language, showLanguage } from '../../ui/languages.ts'
import styles from './sign-in-frame.module.css'

/** Labelled in the other language, for people who cannot read the current one. */
export function LanguageSwitch() {
  const other = language() === 'es' ? 'en' : 'es'
  return (
    <UnstyledButton lang={other} className={styles['language']} onClick={() => void showLanguage(other)}>
      {other === 'es' ? 'En español' : 'In English'}
    </UnstyledButton>
  )
}
