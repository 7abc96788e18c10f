// The frame of a page: its title, breadcrumbs and actions.
import { useLingui } from '@lingui/react/macro'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react'
import { pageHasCome } from './held-keys.ts'
import styles from './page.module.css'

/** The address of the documentation of the page that is shown; null where there is none. */
export const HelpContext = createContext<string | null>(null)

type PageProps = {
  title: string
  /** The name in breadcrumbs and the window title, if it differs from the title. */
  name?: string
  /** A state, shown beside the title. */
  mark?: ReactNode
  /** One sentence, shown below the title. */
  intro?: ReactNode
  /** The pages above this one, for the breadcrumbs. */
  crumbs?: readonly { to: string; label: string }[]
  /** At most one of them may be the primary button. */
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, name = title, mark, intro, crumbs = [], actions, children }: PageProps) {
  const { t } = useLingui()
  const help = useContext(HelpContext)
  const heading = useId()
  const way = JSON.stringify(crumbs)
  useEffect(() => {
    document.title = `${name} · Andén`
    setCrumbs({ above: JSON.parse(way), title: name })
  }, [name, way])
  useLayoutEffect(pageHasCome, [])
  return (
    <article aria-labelledby={heading} className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['title']}>
          <h1 id={heading}>{title}</h1>
          {mark}
          {help ? (
            <a
              href={help}
              target="_blank"
              rel="noopener"
              className={`${styles['help']} not-printed`}
              aria-label={t`Documentation of this page`}
              title={t`Documentation of this page`}
            >
              ?
            </a>
          ) : null}
        </div>
        {actions ? <div className={`${styles['actions']} not-printed`}>{actions}</div> : null}
      </header>
      {intro ? <div className={styles['intro']}>{intro}</div> : null}
      {children}
    </article>
  )
}

export type Crumbs = { above: { to: string; label: string }[]; title: string }

let crumbs: Crumbs = { above: [], title: '' }
const listeners = new Set<() => void>()

function setCrumbs(next: Crumbs): void {
  crumbs = next
  for (const notify of listeners) notify()
}

export function useCrumbs(): Crumbs {
  return useSyncExternalStore(subscribe, () => crumbs)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
