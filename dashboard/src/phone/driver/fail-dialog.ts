// "Could not deliver": a usual reason, a written one or both. What was written stays until it has been sent, however often the
// dialog is closed.
import type { DriverTrip } from '@anden/contract'
import { button, element } from '../elements.ts'
import type { Failure, Sent } from '../requests.ts'
import { maxReasonLength, reasonOf } from './stop.ts'
import type { Texts } from './texts.ts'

type Asking = {
  texts: Texts
  stop: { position: number; destinatario_name: string }
  send: (reason: string) => Promise<Sent<DriverTrip>>
  /** What the service says of the trip now. The dialog is closed before. */
  finish: (sent: Exclude<Sent<DriverTrip>, { failure: Failure }>) => void
}

type Draft = { chosen: string; details: string }
const drafts = new Map<number, Draft>()
const otherReason = 'other'

export function askWhyFailed({ texts, stop, send, finish }: Asking) {
  const words = texts.failing
  const draft = drafts.get(stop.position) ?? { chosen: '', details: '' }
  const reasons = [
    ...words.common.map((text) => ({ value: text, text })),
    { value: otherReason, text: words.other },
  ]
  const choices = reasons.map(({ value, text }) => {
    const input = element('input', { type: 'radio', name: 'reason', value, checked: draft.chosen === value })
    input.addEventListener('change', () => choose(value))
    return element('label', { class: 'choice' }, input, element('span', {}, text))
  })
  const detailsLabel = element('span', {})
  const details = element('textarea', {
    name: 'details',
    rows: 2,
    maxlength: maxReasonLength - 100,
    autocomplete: 'off',
  })
  details.value = draft.details
  details.addEventListener('input', () => keep({ ...draft, details: details.value }))
  const problem = element('p', { class: 'problem', role: 'alert' })
  const submit = element('button', { type: 'submit', class: 'big bad' }, words.send)
  const form = element(
    'form',
    { novalidate: true },
    element('h2', { id: 'dialog-title' }, words.title),
    element('p', { class: 'quiet' }, stop.destinatario_name),
    element('fieldset', {}, element('legend', {}, words.question), ...choices),
    element('label', { class: 'field' }, detailsLabel, details),
    element('p', { class: 'hint' }, words.hint),
    problem,
    submit,
    button({ class: 'big' }, words.back, () => dialog.close()),
  )
  const dialog = element('dialog', { 'aria-labelledby': 'dialog-title' }, form)
  dialog.addEventListener('close', () => dialog.remove())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void report()
  })

  function keep(next: Draft) {
    Object.assign(draft, next)
    drafts.set(stop.position, draft)
    problem.textContent = ''
    detailsLabel.textContent = draft.chosen === otherReason ? words.detailsNeeded : words.details
  }

  function choose(chosen: string) {
    keep({ ...draft, chosen })
    if (chosen === otherReason) details.focus()
  }

  async function report() {
    const usual = draft.chosen === otherReason || draft.chosen === '' ? null : draft.chosen
    const reason = reasonOf(usual, draft.details)
    if (reason === null) {
      problem.textContent = draft.chosen === otherReason ? words.writeReason : words.chooseReason
      return (draft.chosen === otherReason ? details : form.querySelector('input'))?.focus()
    }
    setBusy(true)
    const sent = await send(reason)
    setBusy(false)
    if ('failure' in sent && sent.failure !== 'unknown') {
      problem.textContent = texts.notSent[sent.failure]
      return
    }
    dialog.close()
    if ('failure' in sent) return location.reload()
    drafts.delete(stop.position)
    finish(sent)
  }

  function setBusy(isBusy: boolean) {
    submit.disabled = isBusy
    submit.textContent = isBusy ? words.sending : words.send
  }

  keep(draft)
  document.body.append(dialog)
  dialog.showModal()
}
