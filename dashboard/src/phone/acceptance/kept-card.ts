// An acceptance that the service does not have yet: kept until there is a network, or refused, which the person has to see.
import type { Language } from '../../ui/locale-of.ts'
import { button, element } from '../elements.ts'
import type { Outbox, Submission } from '../kept/outbox.ts'
import { momentText } from '../language.ts'
import type { Refusal } from '../requests.ts'
import { type AcceptanceTexts, texts as textsByLanguage } from './texts.ts'

type Options = {
  submission: Submission
  outbox: Outbox
  language: Language
  /** Makes it a draft again. */
  correct: (submission: Submission) => void
}

export function keptCard({ submission, outbox, language, correct }: Options): HTMLElement {
  const texts = textsByLanguage[language]
  const { kept } = texts
  const { id, accepted, signedAt, refused } = submission
  const summary = kept.summary(accepted.summary, accepted.name, momentText(language, signedAt))
  const isSending = outbox.isSending()
  const send = (text: string) =>
    button(
      { class: 'big', 'data-key': `send-${id}`, 'aria-disabled': String(isSending) },
      text,
      () => void outbox.send(id),
    )
  if (refused === null)
    return element(
      'section',
      { class: 'kept warn' },
      element('h2', { tabindex: -1 }, kept.title),
      element('p', {}, summary),
      element('p', { class: 'why' }, outbox.isLasting() ? kept.waiting : kept.fragile),
      send(isSending ? kept.sending : kept.send),
    )
  const isOvertaken = codeOf(refused) === 'already-accepted'
  const discard = () => {
    if (isOvertaken || confirm(kept.confirmDiscard)) void outbox.discard(id)
  }
  return element(
    'section',
    { class: 'kept bad' },
    element('h2', {}, kept.refusedTitle),
    element('p', {}, summary),
    element('p', { class: 'why', role: 'alert' }, refusalText(refused, texts, language)),
    ...(isOvertaken
      ? []
      : [
          send(isSending ? kept.sending : kept.sendAgain),
          canBeCorrected(refused) &&
            button({ class: 'big', 'data-key': `correct-${id}` }, kept.correct, () => correct(submission)),
        ]),
    button(
      { class: 'big', 'data-key': `discard-${id}` },
      isOvertaken ? kept.understood : kept.discard,
      discard,
    ),
  )
}

const codeOf = ({ code }: Refusal) => code.split('/').at(-1) ?? code

const canBeCorrected = (refused: Refusal) => !['not-under-way', 'unknown-link'].includes(codeOf(refused))

function refusalText(refused: Refusal, { refusals }: AcceptanceTexts, language: Language): string {
  const { name, at } = refused
  switch (codeOf(refused)) {
    case 'already-accepted':
      return refusals['already-accepted'](name ?? '—', at === undefined ? '' : momentText(language, at))
    case 'not-under-way':
      return refusals['not-under-way']
    case 'unknown-link':
      return refusals['unknown-link']
    case 'nothing-accepted':
      return refusals.nothing
    default:
      return refusals.other
  }
}
