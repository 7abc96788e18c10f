// The frame around every page: side bar, top bar, connection status, and the dialog to sign in again.
import { useLingui } from '@lingui/react/macro'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { queryClient, sessionEnded, sessionGone } from '../shared/api.ts'
import { environment, isSandbox } from '../shared/environment.ts'
import { inspected } from '../shared/inspected.ts'
import { isWithoutSandbox, sessionQuery, useSession } from '../shared/session.ts'
import { NoticeList } from '../ui/notices.tsx'
import { HelpContext } from '../ui/page.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import { helpFor } from './help.ts'
import { KeyHint } from './key-hint.tsx'
import styles from './layout.module.css'
import { useLive } from './live.ts'
import { Overlay } from './overlay.tsx'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useKeys } from './use-keys.ts'

/** Loaded when it is needed, because forms would be a fifth of the first page's code. */
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }))

/** The first page goes without it: only the staff have it. The route has loaded it by now. */
const InspectionBar = lazy(async () => ({
  default: (await import('./inspection-bar.tsx')).InspectionBar,
}))

/** So are the pages of a sandbox. */
const SandboxBar = lazy(async () => ({ default: (await import('../client/sandbox/bar.tsx')).SandboxBar }))

/** Few people ever see it, and each of them once. */
const CreateSandbox = lazy(async () => ({
  default: (await import('../client/sandbox/create.tsx')).CreateSandbox,
}))

export function Layout() {
  const session = useSession()
  if (!isWithoutSandbox(session)) return <Shell />
  return (
    <main className={styles['failed']}>
      <Brand />
      <Suspense>
        <CreateSandbox session={session} />
      </Suspense>
    </main>
  )
}

function Shell() {
  const { t, i18n } = useLingui()
  const live = useLive()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isSessionEnded = sessionEnded.use()
  const isGone = sessionGone.use()
  useKeys()
  useEffect(() => {
    if (isGone) forgetPages()
  }, [isGone])
  if (isGone)
    return (
      <Suspense>
        <SignInAgain />
      </Suspense>
    )
  return (
    <div className={styles['shell']} data-environment={environment}>
      <a href="#content" className={styles['skip']}>{t`Skip to the content`}</a>
      <SideBar />
      <div className={styles['main']}>
        {inspected || isSandbox ? (
          <div className={`${styles['bars']} not-printed`}>
            <Suspense fallback={<div className={styles['inspection']} />}>
              {inspected ? <InspectionBar {...inspected} /> : null}
              {isSandbox ? <SandboxBar /> : null}
            </Suspense>
          </div>
        ) : null}
        <TopBar live={live} />
        {/* A change of language remounts the page, so that every date and number is formatted again. */}
        <main key={i18n.locale} id="content" tabIndex={-1} className={styles['content']}>
          <HelpContext value={helpFor(path, i18n.locale)}>
            <Outlet />
          </HelpContext>
        </main>
      </div>
      <BottomBar />
      <Overlay />
      <KeyHint />
      <NoticeList />
      <Suspense>{isSessionEnded ? <SignInAgain /> : null}</Suspense>
    </div>
  )
}

/** What the pages have read, and the title of the last one. The dialog needs to know whose session it was. */
function forgetPages(): void {
  const [topic, own] = sessionQuery.queryKey
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== topic || queryKey[1] !== own })
  document.title = 'Andén'
}
