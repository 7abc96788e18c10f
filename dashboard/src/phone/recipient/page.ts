// The page of a remito: what is in it, and its acceptance. What was read and what is filled in stay on the phone, so the page works
// where goods are received: in cellars and yards without a signal.
import type { PublicRemito } from '@anden/contract'
import { acceptanceForm, type Draft, emptyDraft } from '../acceptance/form.ts'
import { keptCard } from '../acceptance/kept-card.ts'
import { lineHead } from '../acceptance/line-card.ts'
import { linesOf } from '../acceptance/remito-lines.ts'
import { texts as acceptanceTexts } from '../acceptance/texts.ts'
import { button, element, show } from '../elements.ts'
import { openOutbox, type Submission } from '../kept/outbox.ts'
import { momentText } from '../language.ts'
import { laterWhileSeen, oneAtATime, onReturn, type PageAround } from '../page-around.ts'
import { type Failure, readRemito } from '../requests.ts'
import { texts as textsByLanguage } from './texts.ts'

type Shown =
  | { is: 'loading' }
  | { is: 'failed'; failure: Failure }
  /** `isStale`: the last attempt to read it has failed. */
  | { is: 'remito'; remito: PublicRemito; isStale: boolean }

type State = { chip: 'info' | 'ok' | 'bad' | 'warn' | 'plain'; text: string }

export async function openRecipientPage({ link, language, place, corner, say, store }: PageAround) {
  const texts = textsByLanguage[language]
  const words = acceptanceTexts[language]
  let draft = (await store.read<Draft>('drafts', link)) ?? emptyDraft()
  let shown: Shown = { is: 'loading' }
  /** What is filled in is not drawn again while nothing about it has changed. */
  let form: { element: HTMLElement; of: string } | null = null
  const head = element('div')
  const body = element('div')
  place.replaceChildren(head, body)
  document.title = `${texts.title} · Andén`

  const outbox = await openOutbox({
    store,
    link,
    changed: update,
    sent: (_, { late, ...acceptance }) => {
      say(late ? words.kept.late : words.kept.sent)
      if (shown.is === 'remito' && !late)
        shown = { ...shown, remito: { ...shown.remito, acceptance, refusal: 'already-accepted' } }
      void read()
    },
    refused: () => void read(),
  })

  function update() {
    const { is } = shown
    if (is === 'remito') showRemito(shown.remito, shown.isStale)
    else {
      form = null
      show(head, ...(is === 'loading' ? loading() : failed(shown.failure)))
      show(body, ...outbox.waiting().map(kept))
    }
  }

  const loading = () => [element('h1', { class: 'loading' }, texts.loading)]
  const again = (attributes: Record<string, string>) =>
    button({ ...attributes, 'data-key': 'again' }, texts.tryAgain, () => void read())

  function failed(failure: Failure) {
    const { title, text } = texts.problems[failure]
    corner.replaceChildren()
    return [
      element('h1', {}, title),
      element('p', { class: 'quiet' }, text),
      failure !== 'unknown' && again({ class: 'big' }),
    ]
  }

  function showRemito(remito: PublicRemito, isStale: boolean) {
    const { number, client, recipient, packages, order_number: order } = remito
    const state = stateOf(remito)
    document.title = `${texts.remito(number)} · Andén`
    corner.replaceChildren(element('span', { class: `chip ${state.chip}` }, state.text))
    const facts = [texts.parties(client.name, recipient.name), packages !== null && texts.packages(packages)]
    show(
      head,
      element('h1', {}, texts.remito(number)),
      element(
        'p',
        { class: 'quiet' },
        facts.filter(Boolean).join(' · '),
        ...(order === null ? [] : [' · ', element('span', { class: 'whole' }, order)]),
      ),
      element(
        'p',
        {},
        element('a', { class: 'link', href: `${link}/pdf`, target: '_blank', rel: 'noopener' }, texts.pdf),
      ),
      isStale && element('p', { class: 'note warn' }, texts.stale, ' ', again({ class: 'small' })),
      ...outbox.waiting().map(kept),
      notice(remito),
    )
    const canAccept = remito.refusal === null && outbox.waiting().length === 0
    const of = `${canAccept} ${JSON.stringify(remito.items)}`
    if (form?.of === of) return
    form = { element: canAccept ? acceptance(remito) : list(remito), of }
    show(body, form.element)
  }

  function stateOf({ refusal, status }: PublicRemito): State {
    const [waiting] = outbox.waiting()
    if (waiting)
      return waiting.refused
        ? { chip: 'bad', text: texts.states.refused }
        : { chip: 'warn', text: texts.states.kept }
    if (status === 'voided' || refusal === 'voided') return { chip: 'bad', text: texts.states.voided }
    if (refusal === 'already-accepted') return { chip: 'ok', text: texts.states.accepted }
    if (refusal === 'delivery-failed') return { chip: 'bad', text: texts.states.failed }
    if (refusal === 'not-under-way') return { chip: 'plain', text: texts.states.notYet }
    if (refusal === 'without-order') return { chip: 'plain', text: texts.states.issued }
    return { chip: 'info', text: texts.states.underWay }
  }

  /** Who has received it, or why it cannot be accepted. */
  function notice({ acceptance: accepted, refusal }: PublicRemito) {
    if (accepted) {
      const at = momentText(language, accepted.at)
      return element(
        'section',
        { class: `kept ${accepted.outcome === 'accepted' ? 'ok' : 'warn'}` },
        element('h2', {}, texts.acceptedTitle[accepted.outcome]),
        element('p', {}, accepted.name === null ? texts.acceptedAt(at) : texts.acceptedBy(accepted.name, at)),
        element('p', { class: 'why' }, texts.acceptedNote),
      )
    }
    const text = refusal === null ? '' : texts.refusals[refusal]
    return text !== '' && element('p', { class: `note ${refusal === 'voided' ? 'warn' : 'info'}` }, text)
  }

  const list = (remito: PublicRemito) =>
    element(
      'ol',
      { class: 'lines' },
      ...linesOf(remito).map((line) => element('li', { class: 'line' }, ...lineHead(line, language, words))),
    )

  const acceptance = (remito: PublicRemito) =>
    acceptanceForm({
      by: 'recipient',
      lines: linesOf(remito),
      draft,
      language,
      keep: (next) => void store.write('drafts', link, next),
      submit: async (accepted) => {
        await outbox.add({ path: `${link}/acceptance`, number: remito.number, accepted, draft })
        draft = emptyDraft()
        await store.remove('drafts', link)
        scrollTo(0, 0)
        head.querySelector<HTMLElement>('.kept h2')?.focus()
        await outbox.send()
      },
    })

  const kept = (submission: Submission) =>
    keptCard({
      submission,
      outbox,
      language,
      correct: async ({ id, draft: earlier }) => {
        draft = earlier
        await store.write('drafts', link, draft)
        await outbox.discard(id)
      },
    })

  const readLater = laterWhileSeen(() => void read())
  const read = oneAtATime(async () => {
    const answer = await readRemito(link)
    if ('document' in answer) {
      shown = { is: 'remito', remito: answer.document, isStale: false }
      void store.write('documents', link, answer.document)
    } else {
      const { failure } = answer
      if (failure !== 'unknown') readLater()
      const known = shown.is === 'remito' ? shown.remito : await store.read<PublicRemito>('documents', link)
      if (failure === 'unknown') await store.removeAll('documents', link)
      shown =
        known && failure !== 'unknown'
          ? { is: 'remito', remito: known, isStale: true }
          : { is: 'failed', failure }
    }
    update()
  })

  const readAndSend = () => {
    void read()
    void outbox.send()
  }
  onReturn(readAndSend)
  update()
  readAndSend()
}
