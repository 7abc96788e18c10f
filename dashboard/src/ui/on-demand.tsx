// A dialog whose code is loaded when it first opens, to keep dialogs out of the code that a page loads first
// (docs/decisions/0014-dashboard.md). From the key press that opens it, keys belong to it. A page preloads likely
// dialogs when it is idle.
import { useLingui } from '@lingui/react/macro'
import type { ModalProps } from '@mantine/core'
import { type ComponentType, createElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { dropKeysUntilQuiet, useHeldKeysWhileLoading } from './held-keys.ts'
import { showNotice } from './notices.tsx'
import styles from './on-demand.module.css'

export type OnDemand<Props> = ComponentType<Props> & {
  preload: () => Promise<void>
  isLoaded: () => boolean
}

export const dialogOnDemand = <Props extends { close: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): OnDemand<Props> => onDemand(load, ({ close }) => close())

/** `giveUp` is called if the component cannot be loaded or is no longer wanted. */
function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  giveUp: (props: Props) => void,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const preload = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
      },
      (error) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return Object.assign(
    (props: Props) => (
      <LoadedOrOpening
        loaded={() => (loaded ? createElement(loaded, props) : null)}
        load={preload}
        giveUp={() => giveUp(props)}
      />
    ),
    { preload, isLoaded: () => loaded !== undefined },
  )
}

type OpeningProps = { load: () => Promise<void>; giveUp: () => void }

/** `loaded` returns null until the component has been loaded. */
function LoadedOrOpening({ loaded, ...props }: OpeningProps & { loaded: () => ReactNode }) {
  const [, setLoaded] = useState(false)
  return loaded() ?? <Opening {...props} opened={() => setLoaded(true)} />
}

const saidAfterMs = 300
const givenUpAfterMs = 15_000

function Opening(props: OpeningProps & { opened: () => void }) {
  const { t } = useLingui()
  const [isSaid, setSaid] = useState(false)
  const latest = useRef({ ...props, failed: t`It could not be opened. Check the connection, and try again.` })
  useHeldKeysWhileLoading(props.giveUp)
  useEffect(() => {
    const { load, opened, giveUp, failed } = latest.current
    let isOver = false
    const end = (then: () => void) => {
      if (!isOver) then()
      isOver = true
    }
    const fail = () =>
      end(() => {
        showNotice({ tone: 'bad', key: failed, content: failed })
        dropKeysUntilQuiet()
        giveUp()
      })
    load().then(() => end(opened), fail)
    const timers = [setTimeout(() => setSaid(true), saidAfterMs), setTimeout(fail, givenUpAfterMs)]
    return () => {
      isOver = true
      for (const timer of timers) clearTimeout(timer)
    }
  }, [])
  return isSaid ? (
    <p role="status" className={styles['opening']}>
      {t`Opening…`}
    </p>
  ) : null
}

const Modal = onDemand<ModalProps>(
  async () => (await import('./modal.tsx')).Modal,
  ({ onClose }) => onClose(),
)

/** A dialog within a page, whose frame is loaded when it first opens. */
export function ModalOnDemand(props: ModalProps) {
  const [wasOpened, setOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setOpened(true)
  // Stays mounted when it closes, so that it can return the focus.
  return props.opened || (wasOpened && Modal.isLoaded()) ? <Modal {...props} /> : null
}

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loads what the page is likely to open as soon as a person begins to use it, so that it is no part of what the page
 * itself loads. A failed load is repeated when it is opened.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const used = new AbortController()
    const start = () => {
      used.abort()
      void load().catch(() => undefined)
    }
    for (const sign of signs) window.addEventListener(sign, start, { signal: used.signal, passive: true })
    return () => used.abort()
  }, [load])
}
