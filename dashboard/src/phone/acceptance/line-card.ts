// One line of the remito: all right as it is, or with what is missing, damaged or refused of it.
import type { Language } from '../../ui/locale-of.ts'
import { button, element } from '../elements.ts'
import { quantityField } from './number-field.ts'
import {
  differenceKinds,
  type Line,
  type LineDraft,
  type LineResult,
  resultOf,
  stepped,
} from './quantities.ts'
import { type AcceptanceTexts, quantityText, writtenNumber } from './texts.ts'

const maxNoteLength = 200

type Options = {
  line: Line
  draft: LineDraft
  language: Language
  texts: AcceptanceTexts
  /** `draft` was changed in place. */
  changed: () => void
}

export type LineCard = { card: HTMLElement; focus: () => void }

/** What can be wrong is made once it is needed: a remito can have hundreds of lines. */
export function lineCard(options: Options): LineCard {
  const { line, draft, language, texts, changed } = options
  const about = [line.name, line.lot_number].filter(Boolean).join(', ')
  const open = button({ class: 'link', 'aria-label': texts.problemWith(about) }, texts.anyProblem, () =>
    turn(true),
  )
  const right = element('p', { class: 'quiet right' }, `${texts.allRight} · `, open)
  const place = element('div')
  let differences: Differences | null = null

  function turn(isOpen: boolean) {
    draft.isOpen = isOpen
    arrange()
    if (isOpen) differences?.focus()
    else open.focus()
    changed()
  }

  function arrange() {
    if (draft.isOpen && !differences) {
      differences = lineDifferences(options, about, () => turn(false))
      place.append(...differences.parts)
    }
    right.hidden = draft.isOpen
    place.hidden = !draft.isOpen
    differences?.refresh()
  }

  arrange()
  const card = element('li', { class: 'line' }, ...lineHead(line, language, texts), right, place)
  return { card, focus: () => differences?.focus() }
}

type Differences = { parts: HTMLElement[]; refresh: () => void; focus: () => void }

function lineDifferences(
  { line, draft, language, texts, changed }: Options,
  about: string,
  close: () => void,
): Differences {
  const sum = element('p', { class: 'quiet sum', role: 'status' })
  const shipped = quantityText(language, line.quantity, line.unit)
  const fields = differenceKinds.map((kind) =>
    quantityField({
      id: `${kind}-${line.item_id}`,
      label: texts.kinds[kind],
      about,
      unit: line.unit,
      language,
      texts,
      text: draft[kind],
      change: (text) => {
        draft[kind] = text
        refresh()
        changed()
      },
      step: (by) => stepped(line, draft, kind, by, language),
    }),
  )
  const note = element('input', {
    class: 'what',
    maxlength: maxNoteLength,
    autocomplete: 'off',
    'aria-label': `${texts.note} ${about}`,
    placeholder: texts.note,
  })
  note.value = draft.note
  note.addEventListener('input', () => {
    draft.note = note.value
    changed()
  })
  const allRight = button(
    { class: 'link close', 'aria-label': texts.rightAfterAllWith(about) },
    texts.rightAfterAll,
    close,
  )

  function refresh() {
    for (const field of fields) field.refresh()
    const result = resultOf(line, draft, language)
    sum.classList.toggle('bad', result.is === 'too-many')
    sum.textContent = sumText(result)
  }

  function sumText(result: LineResult): string {
    if (result.is === 'ok') return texts.acceptedOf(writtenNumber(language, result.line.accepted), shipped)
    return result.is === 'too-many' ? texts.tooMany(shipped) : ''
  }

  const parts = [...fields.map((field) => field.parts), note, sum, allRight]
  return { parts, refresh, focus: () => fields[0]?.focus() }
}

/** Name and quantity, and what is printed on the goods. */
export function lineHead(line: Line, language: Language, texts: AcceptanceTexts) {
  const facts = [
    line.lot_number !== null && `${texts.lot} ${line.lot_number}`,
    line.expiry_date !== null && `${texts.expiry} ${expiryText(line.expiry_date)}`,
    line.vintage_year !== null && `${texts.vintage} ${line.vintage_year}`,
  ]
  return [
    element(
      'div',
      { class: 'head' },
      element('b', {}, line.name),
      element('span', { class: 'amount' }, quantityText(language, line.quantity, line.unit)),
    ),
    element('p', { class: 'facts' }, [line.sku, ...facts].filter(Boolean).join(' · ')),
  ]
}

/** The same in both languages: day, month, year. */
const expiryText = (date: string) => date.split('-').reverse().join('/')
