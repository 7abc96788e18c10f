// The recipient accepts a stop on the driver's phone. What was filled in stays, however often the dialog is closed.
import type { DriverStop, PublicRemito } from '@anden/contract'
import type { Language } from '../../ui/locale-of.ts'
import { type Accepted, acceptanceForm, type Draft, emptyDraft } from '../acceptance/form.ts'
import { linesOf } from '../acceptance/remito-lines.ts'
import { texts as acceptanceTexts } from '../acceptance/texts.ts'
import { button, element, show } from '../elements.ts'
import type { Store } from '../kept/store.ts'
import type { Texts } from './texts.ts'

type Asking = {
  texts: Texts
  language: Language
  store: Store
  stop: DriverStop
  /** From the phone or from the service; null: there is no network. */
  readRemito: () => Promise<PublicRemito | null>
  submit: (remito: PublicRemito, accepted: Accepted, draft: Draft) => Promise<void>
}

export const draftKey = (link: string, number: string) => `${link} ${number}`

export async function askToAccept(asking: Asking & { link: string }) {
  const { texts, language, store, stop, link, readRemito, submit } = asking
  const words = acceptanceTexts[language]
  const back = button({ class: 'big' }, words.back, () => dialog.close())
  const body = element('div')
  const dialog = element(
    'dialog',
    { class: 'full', 'aria-labelledby': 'dialog-title' },
    element('h2', { id: 'dialog-title' }, words.title),
    element('p', { class: 'quiet' }, stop.destinatario_name),
    body,
    back,
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  await fill()

  async function fill() {
    show(body, element('p', { class: 'loading' }, texts.loading))
    const remito = await readRemito()
    if (!remito) return missing()
    const key = draftKey(link, remito.number)
    const draft = (await store.read<Draft>('drafts', key)) ?? emptyDraft()
    const form = acceptanceForm({
      by: 'driver',
      lines: linesOf(remito),
      draft,
      language,
      keep: (next) => void store.write('drafts', key, next),
      submit: async (accepted) => {
        await submit(remito, accepted, draft)
        await store.remove('drafts', key)
        dialog.close()
      },
    })
    show(body, element('p', { class: 'quiet' }, remito.number), form)
  }

  function missing() {
    const { title, text } = texts.remitoMissing
    show(
      body,
      element('p', { class: 'note warn' }, element('b', {}, title), '\n', text),
      button({ class: 'big' }, texts.tryAgain, () => void fill()),
    )
  }
}
