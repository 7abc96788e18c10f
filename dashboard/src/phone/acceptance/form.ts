// The form with which a delivery is accepted, on the page of the recipient and on that of the driver. What was filled in stays on
// the phone until it is submitted: a camera may end the page.
import { cuitOrDni } from '@anden/contract/values'
import type { Language } from '../../ui/locale-of.ts'
import { element } from '../elements.ts'
import { lineCard } from './line-card.ts'
import { photosField } from './photos.ts'
import {
  type AcceptedLine,
  isNothingAccepted,
  type Line,
  type LineDraft,
  resultOf,
  totalsOf,
  untouched,
} from './quantities.ts'
import { pictureOf, type Strokes, signatureField } from './signature.ts'
import { texts as textsByLanguage } from './texts.ts'

export type Draft = {
  name: string
  document: string
  lines: Record<string, LineDraft>
  strokes: Strokes
  photos: Blob[]
}

export const emptyDraft = (): Draft => ({ name: '', document: '', lines: {}, strokes: [], photos: [] })

/** What is submitted, in the words of the service. */
export type Accepted = {
  name: string
  document: string | null
  items: AcceptedLine[]
  signature: Blob | null
  photos: Blob[]
  /** As on the button. */
  summary: string
}

type Options = {
  /** Who holds the phone. The driver needs a signature. */
  by: 'recipient' | 'driver'
  lines: readonly Line[]
  draft: Draft
  language: Language
  keep: (draft: Draft) => void
  submit: (accepted: Accepted) => Promise<void>
}

const maxNameLength = 100
/** Not with every key: photos are kept with it. */
const keptAfterMs = 250

export function acceptanceForm({ by, lines, draft, language, keep, submit }: Options): HTMLFormElement {
  const texts = textsByLanguage[language]
  const changed = () => {
    refresh()
    clearTimeout(keeping)
    keeping = setTimeout(keepNow, keptAfterMs)
  }
  let keeping: ReturnType<typeof setTimeout> | undefined
  const keepNow = () => {
    clearTimeout(keeping)
    if (form.isConnected) keep(draft)
  }
  const cards = lines.map((line) => {
    draft.lines[line.item_id] ??= untouched()
    return lineCard({ line, draft: draftOf(line), language, texts, changed })
  })
  const name = textField('name', texts.name, {
    autocomplete: by === 'recipient' ? 'name' : 'off',
    maxlength: maxNameLength,
  })
  const dni = textField('document', texts.document, {
    inputmode: 'numeric',
    autocomplete: 'off',
    maxlength: 20,
  })
  const signature = signatureField({
    texts,
    hint: by === 'driver' ? texts.signatureNeededHint : texts.signatureHint,
    strokes: draft.strokes,
    changed: () => {
      signature.fault('')
      changed()
    },
  })
  const problem = element('p', { class: 'problem', role: 'alert' })
  const nothing = element('p', { class: 'note warn' }, texts.nothing[by])
  const press = element('button', { type: 'submit', class: 'big main' })
  const footnote = element('p', { class: 'hint' }, texts.footnote)
  const form = element(
    'form',
    { novalidate: true, class: 'acceptance' },
    element('ol', { class: 'lines' }, ...cards.map(({ card }) => card)),
    name.parts,
    dni.parts,
    signature.parts,
    photosField(texts, draft.photos, changed),
    element('div', { class: 'foot' }, problem, nothing, press, footnote),
  )
  // When a field is left.
  form.addEventListener('change', keepNow)
  form.addEventListener('keydown', (event) => {
    // Only the button accepts: the keyboards of phones have an Enter that is pressed after every field.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })

  function draftOf({ item_id }: Line): LineDraft {
    return draft.lines[item_id] ?? untouched()
  }

  function textField(key: 'name' | 'document', label: string, attributes: Record<string, string | number>) {
    const input = element('input', { id: key, 'aria-describedby': `${key}-problem`, ...attributes })
    const fault = element('p', { class: 'problem', id: `${key}-problem`, role: 'alert' })
    input.value = draft[key]
    input.addEventListener('input', () => {
      draft[key] = input.value
      fault.textContent = ''
      input.removeAttribute('aria-invalid')
      changed()
    })
    return {
      parts: element('div', { class: 'field' }, element('label', { for: key }, label), input, fault),
      fault: (text: string) => {
        fault.textContent = text
        input.setAttribute('aria-invalid', 'true')
        input.focus()
      },
    }
  }

  const results = () => lines.map((line) => resultOf(line, draftOf(line), language))

  function refresh() {
    problem.textContent = ''
    const found = results()
    const accepted = found.map((result) => (result.is === 'ok' ? result.line.accepted : 0))
    const isReadable = found.every(({ is }) => is === 'ok')
    const totals = totalsOf(lines, accepted)
    const isNothing = isReadable && isNothingAccepted(totals)
    nothing.hidden = !isNothing
    press.hidden = isNothing
    footnote.hidden = isNothing
    press.textContent = isReadable ? texts.received(totals) : texts.faults.lines
  }

  let isSending = false
  async function send() {
    if (isSending) return
    const found = results()
    const wrong = found.findIndex(({ is }) => is !== 'ok')
    if (wrong >= 0) {
      problem.textContent = texts.faults.lines
      return cards[wrong]?.focus()
    }
    const who = draft.name.trim().replaceAll(/\s+/g, ' ')
    if (who === '') return name.fault(texts.faults.name)
    if (who.length < 2) return name.fault(texts.faults.nameShort)
    const number = cuitOrDni(draft.document)
    if (number === null && draft.document.trim() !== '') return dni.fault(texts.faults.document)
    if (by === 'driver' && draft.strokes.length === 0) return signature.fault(texts.faults.signature)
    const items = found.flatMap((result) => (result.is === 'ok' ? [result.line] : []))
    const totals = totalsOf(
      lines,
      items.map(({ accepted }) => accepted),
    )
    if (isNothingAccepted(totals)) return
    isSending = true
    press.disabled = true
    clearTimeout(keeping)
    try {
      await submit({
        name: who,
        document: number,
        items,
        signature: await pictureOf(draft.strokes),
        photos: [...draft.photos],
        summary: texts.received(totals),
      })
    } finally {
      isSending = false
      press.disabled = false
    }
  }

  refresh()
  return form
}
