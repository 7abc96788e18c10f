// The frame of a page: what it is called, the way to it, what can be done on it.
import { type ReactNode, useEffect, useId, useLayoutEffect } from 'react'
import { setCrumbs } from './crumbs.ts'
import { pageHasCome } from './held-keys.ts'
import styles from './page.module.css'

type PageProps = {
  title: string
  /** What it is called in the way to it and in the window's title, where that is not its title. */
  name?: string
  /** Beside the title: a state. */
  mark?: ReactNode
  /** Below the title: one sentence. */
  intro?: ReactNode
  /** The pages above this one. */
  crumbs?: readonly { to: string; label: string }[]
  /** At most one of them is the primary button. */
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, name = title, mark, intro, crumbs = [], actions, children }: PageProps) {
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
        </div>
        {actions ? <div className={`${styles['actions']} not-printed`}>{actions}</div> : null}
      </header>
      {intro ? <div className={styles['intro']}>{intro}</div> : null}
      {children}
    </article>
  )
}
