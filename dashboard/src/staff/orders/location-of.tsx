// Where a product stands, corrected in place: Enter saves, Escape leaves it as it was.
import rules from 'contract:backoffice/PATCH /products/{id}'
import type { PickListRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { focusOnMount } from '../../ui/code-input.tsx'
import { showNotice } from '../../ui/notices.tsx'
import { useProblemText } from '../../ui/problem-texts.ts'
import { useAction } from '../../ui/use-action.ts'
import styles from './pick-list.module.css'

const maxLength = rules.body.properties?.['location']?.maxLength
const iconPx = 12

export function LocationOf({ product_id, name, location }: PickListRow) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const [typed, setTyped] = useState<string | null>(null)
  const isOver = useRef(false)
  const isFollowed = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const saving = useAction({
    mutationFn: (next: string | null) => backoffice.products.update(product_id, { location: next }),
    onSuccess: (product) => {
      markOld('stock')
      showNotice({
        content: product.location
          ? t`${name} is at ${product.location} now.`
          : t`${name} has no location now.`,
      })
    },
  })
  const shown = saving.isPending ? (saving.variables ?? null) : location
  const open = () => {
    isOver.current = false
    saving.reset()
    setTyped(shown ?? '')
  }
  const close = () => {
    isOver.current = true
    isFollowed.current = true
    setTyped(null)
  }
  // The field that had the focus is gone, and the row may be moved once the list is read again, which takes the focus too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location decides where the row is
  useLayoutEffect(() => {
    if (typed !== null || !isFollowed.current) return
    if (document.activeElement === document.body) button.current?.focus()
    else isFollowed.current = false
  }, [typed, location])
  const save = async () => {
    if (isOver.current || typed === null) return
    const next = typed.trim() || null
    if (next === location) return close()
    isOver.current = true
    const saved = await saving.mutate(next)
    isOver.current = false
    if (saved) close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void save()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  if (typed === null)
    return (
      <button
        ref={button}
        type="button"
        className={styles['location']}
        onClick={open}
        aria-label={t`Correct the location of ${name}: ${shown ?? t`none`}`}
      >
        <span>{shown ?? '–'}</span> <Pencil size={iconPx} aria-hidden="true" />
      </button>
    )
  return (
    <TextInput
      ref={focusOnMount}
      aria-label={t`Location of ${name}`}
      value={typed}
      maxLength={maxLength}
      autoComplete="off"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => void save()}
      error={saving.isError ? textOf(saving.error).title : null}
    />
  )
}
