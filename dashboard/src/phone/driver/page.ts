// The page of the driver's link: reads the trip, shows it, and reads it again when the phone is taken out or has a signal again. The
// trip and the remitos of its open stops stay on the phone, so that goods can be handed over without one.
import type { DriverStop, DriverTrip, PublicRemito } from '@anden/contract'
import type { Accepted, Draft } from '../acceptance/form.ts'
import { keptCard } from '../acceptance/kept-card.ts'
import { texts as acceptanceTexts } from '../acceptance/texts.ts'
import { openOutbox, type Submission } from '../kept/outbox.ts'
import { laterWhileSeen, oneAtATime, onReturn, type PageAround } from '../page-around.ts'
import { type Refusal, readStopRemito, readTrip, reportFailure } from '../requests.ts'
import { askToAccept, draftKey } from './accept-dialog.ts'
import { askWhyFailed } from './fail-dialog.ts'
import { canReport, spacedPlate } from './stop.ts'
import { texts as textsByLanguage } from './texts.ts'
import { type Kept, openStop, type Shown, showPage, type Wording } from './trip-page.ts'

export async function openDriverPage({ link, language, place, corner, say, store }: PageAround) {
  const texts = textsByLanguage[language]
  const words = acceptanceTexts[language]
  const wording: Wording = { texts, language, userAgent: navigator.userAgent }
  let shown: Shown = { is: 'loading' }
  document.title = `${texts.title} · Andén`

  const outbox = await openOutbox({
    store,
    link,
    changed: () => update(shown),
    sent: ({ number }, { late }) => {
      say(late ? words.kept.late : words.kept.sent)
      if (shown.is === 'trip' && !late) shown = { ...shown, trip: delivered(shown.trip, number) }
      void read()
    },
    refused: () => void read(),
  })

  function kept(): Kept {
    const waiting = outbox.waiting()
    return {
      of: ({ remito_numbers: numbers }) => waiting.find(({ number }) => numbers.includes(number)) ?? null,
      count: waiting.length,
      isSending: outbox.isSending(),
      card: (submission) => keptCard({ submission, outbox, language, correct }),
    }
  }

  function update(next: Shown) {
    shown = next
    if (next.is === 'trip') corner.textContent = platesOf(next.trip)
    showPage(place, shown, wording, kept(), { reload: () => void read(), open: toggle, fail, accept })
  }

  function toggle(position: number) {
    if (shown.is === 'trip')
      update({ ...shown, open: openStop(shown, kept()) === position ? null : position })
  }

  const readLater = laterWhileSeen(() => void read())
  const read = oneAtATime(async () => {
    const answer = await readTrip(link)
    if ('document' in answer) {
      showTrip(answer.document)
      void keepRemitos(answer.document)
      return
    }
    const { failure } = answer
    if (failure !== 'unknown') readLater()
    const known = shown.is === 'trip' ? shown : await keptTrip()
    if (known && failure !== 'unknown') return update({ ...known, isStale: true })
    // The link has ended: nothing of the trip stays on the phone, except what is not sent.
    if (failure === 'unknown') await store.removeAll('documents', link)
    update({ is: 'failed', failure })
  })

  function showTrip(trip: DriverTrip) {
    const open = shown.is === 'trip' ? shown.open : 'next'
    update({ is: 'trip', trip, isStale: false, open })
    void store.write('documents', link, trip)
  }

  async function keptTrip() {
    const trip = await store.read<DriverTrip>('documents', link)
    return trip && ({ is: 'trip', trip, isStale: true, open: 'next' } as const)
  }

  /** One after the other: they are needed only once there is no signal. */
  async function keepRemitos({ stops }: DriverTrip) {
    for (const stop of stops) if (stop.outcome === null && !(await remitoOf(stop))) return
  }

  /** What is on a remito does not change. null: there is no answer now. */
  async function remitoOf(stop: DriverStop): Promise<PublicRemito | null> {
    for (const number of stop.remito_numbers) {
      const found = await store.read<PublicRemito>('documents', draftKey(link, number))
      if (found) return found
    }
    const answer = await readStopRemito(link, stop.position)
    if (!('document' in answer)) return null
    const { document: remito } = answer
    // In a draft, another stop may have come to this position.
    if (!stop.remito_numbers.includes(remito.number)) return null
    await store.write('documents', draftKey(link, remito.number), remito)
    return remito
  }

  function fail(stop: DriverStop) {
    const { position, destinatario_name: name } = stop
    askWhyFailed({
      texts,
      stop,
      send: (reason) => reportFailure(link, position, reason),
      finish: (sent) => {
        if ('result' in sent) {
          update({ is: 'trip', trip: sent.result, isStale: false, open: 'next' })
          place.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
          return say(texts.failing.done(name))
        }
        say(refusalText(sent.refused))
        return void read()
      },
    })
  }

  const refusalText = ({ outcome }: Refusal): string =>
    outcome ? texts.alreadyDone[outcome] : texts.unreadable

  function accept(stop: DriverStop) {
    void askToAccept({
      texts,
      language,
      store,
      link,
      stop,
      readRemito: () => remitoOf(stop),
      submit: (remito, accepted, draft) => submit(stop, remito, accepted, draft),
    })
  }

  async function submit(stop: DriverStop, { number }: PublicRemito, accepted: Accepted, draft: Draft) {
    await outbox.add({ path: `${link}/stops/${stop.position}/acceptance`, number, accepted, draft })
    if (shown.is === 'trip') update({ ...shown, open: 'next' })
    place.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
    void outbox.send()
  }

  async function correct({ id, number, draft }: Submission) {
    await store.write('drafts', draftKey(link, number), draft)
    await outbox.discard(id)
    const stop = shown.is === 'trip' && shown.trip.stops.find((one) => one.remito_numbers.includes(number))
    if (shown.is === 'trip' && stop && canReport(shown.trip, stop)) accept(stop)
  }

  const readAndSend = () => {
    void read()
    void outbox.send()
  }
  onReturn(readAndSend)
  update(shown)
  readAndSend()
}

const platesOf = ({ plate, trailer_plate }: Pick<DriverTrip, 'plate' | 'trailer_plate'>) =>
  [plate, trailer_plate].flatMap((one) => (one === null ? [] : [spacedPlate(one)])).join(' + ')

/** Until the trip is read again. */
function delivered(trip: DriverTrip, number: string): DriverTrip {
  const stops = trip.stops.map((stop) =>
    stop.remito_numbers.includes(number)
      ? { ...stop, outcome: 'delivered' as const, outcome_at: new Date().toISOString() }
      : stop,
  )
  return { ...trip, stops }
}
