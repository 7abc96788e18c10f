import { useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import type { PaletteEntry, PaletteSection } from './entries.ts'
import styles from './palette.module.css'

/** The focus stays in the text field; `active` is the line that Enter chooses. */
export function PaletteList({
  id,
  sections,
  active,
  hover,
  choose,
}: {
  id: string
  sections: readonly PaletteSection[]
  active: number
  hover: (index: number) => void
  choose: (entry: PaletteEntry) => void
}) {
  const { t } = useLingui()
  const starts = sections.map((_, index) =>
    sections.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0),
  )
  return (
    <div id={id} role="listbox" aria-label={t`Results`} className={styles['list']}>
      {sections.map(({ label, entries }, section) => (
        // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options
        <div key={label} role="group" aria-label={label}>
          <div aria-hidden="true" className={styles['heading']}>
            {label}
          </div>
          {entries.map((entry, index) => {
            const position = (starts[section] ?? 0) + index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
              <div
                key={entry.id}
                id={`${id}-${position}`}
                role="option"
                aria-selected={position === active}
                className={styles['entry']}
                onMouseMove={() => position !== active && hover(position)}
                onClick={() => choose(entry)}
              >
                <entry.icon size={16} aria-hidden="true" />
                <span className={styles['label']}>{entry.label}</span>
                {entry.note ? <span className={styles['note']}>{entry.note}</span> : null}
                {entry.keys ? <Kbd size="xs">{entry.keys}</Kbd> : null}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
