// The frame around every page: side bar, top bar, live line, and the dialog that asks to sign in again.
import { useLingui } from '@lingui/react/macro'
import { Outlet } from '@tanstack/react-router'
import { BottomBar } from './bottom-bar.tsx'
import styles from './layout.module.css'
import { useLive } from './live.ts'
import { Overlay } from './overlay.tsx'
import { SideBar } from './side-bar.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'

export function Layout() {
  const { t, i18n } = useLingui()
  const live = useLive()
  useKeys()
  return (
    <div className={styles['shell']}>
      <a href="#content" className={styles['skip']}>{t`Skip to the content`}</a>
      <SideBar />
      <div className={styles['main']}>
        <TopBar live={live} />
        {/* Another language is another page: every date and number is written anew. */}
        <main key={i18n.locale} id="content" tabIndex={-1} className={styles['content']}>
          <Outlet />
        </main>
      </div>
      <BottomBar />
      <Overlay />
      <SignInAgain />
    </div>
  )
}
