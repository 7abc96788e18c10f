// The stops of a trip. Every stop can be opened; the next one is open by itself.
import type { DriverStop, DriverTrip } from '@anden/contract'
import { type Language, localeOf } from '../../ui/locale-of.ts'
import { button, element, show } from '../elements.ts'
import type { Submission } from '../kept/outbox.ts'
import type { Failure } from '../requests.ts'
import { addressOf, canReport, firstName, mapLink, nextStop, phoneOf } from './stop.ts'
import type { Texts } from './texts.ts'

export type Shown =
  | { is: 'loading' }
  | { is: 'failed'; failure: Failure }
  /** `isStale`: the last attempt to read it has failed. */
  | { is: 'trip'; trip: DriverTrip; isStale: boolean; open: OpenStop }

/** The position of the stop that was opened, or the next one as long as none was; null: that was closed. */
export type OpenStop = number | 'next' | null

export const openStop = ({ trip, open }: { trip: DriverTrip; open: OpenStop }, kept: Kept) =>
  open === 'next' ? (nextStop(trip, (stop) => kept.of(stop) !== null)?.position ?? null) : open

export type Actions = {
  reload: () => void
  open: (position: number) => void
  fail: (stop: DriverStop) => void
  accept: (stop: DriverStop) => void
}

/** Deliveries that the service does not have yet. */
export type Kept = {
  of: (stop: DriverStop) => Submission | null
  count: number
  isSending: boolean
  card: (submission: Submission) => HTMLElement
}

export type Wording = { texts: Texts; language: Language; userAgent: string }

export function showPage(place: HTMLElement, shown: Shown, wording: Wording, kept: Kept, actions: Actions) {
  if (shown.is === 'trip') return show(place, ...tripParts(shown, wording, kept, actions))
  const { texts } = wording
  if (shown.is === 'loading') return show(place, element('h1', { class: 'loading' }, texts.loading))
  const { title, text } = texts.problems[shown.failure]
  const again = button({ class: 'big', 'data-key': 'again' }, texts.tryAgain, actions.reload)
  return show(
    place,
    element('h1', {}, title),
    element('p', { class: 'quiet' }, text),
    shown.failure !== 'unknown' && again,
  )
}

function tripParts(shown: Extract<Shown, { is: 'trip' }>, wording: Wording, kept: Kept, actions: Actions) {
  const { trip, isStale } = shown
  const { texts } = wording
  const next = nextStop(trip, (stop) => kept.of(stop) !== null)
  const open = openStop(shown, kept)
  const date = new Intl.DateTimeFormat(localeOf[wording.language], {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  })
  const summary = [progressOf(trip, next, texts), date.format(new Date(trip.date))].join(' · ')
  const refusal = trip.refusal !== null && texts.refusals[trip.refusal]
  const again = () => button({ class: 'small', 'data-key': 'again' }, texts.tryAgain, actions.reload)
  return [
    element('h1', {}, texts.hello(firstName(trip.driver_name))),
    element('p', { class: 'quiet' }, summary),
    isStale && element('p', { class: 'note warn' }, staleText(), ' ', again()),
    !isStale &&
      kept.count > 0 &&
      kept.isSending &&
      element('p', { class: 'note info' }, texts.kept.sending(kept.count)),
    refusal && element('p', { class: 'note info' }, refusal),
    trip.notes !== null && element('p', { class: 'note plain' }, trip.notes),
    element('ol', {}, ...trip.stops.map((stop) => card(stop, stop.position === open))),
  ]

  function staleText() {
    return kept.count > 0 ? texts.kept.offline(kept.count) : texts.stale
  }

  function card(stop: DriverStop, isOpen: boolean) {
    const submission = kept.of(stop)
    const body = `stop-${stop.position}`
    const isNext = stop === next
    const name = `${stop.position}. ${stop.destinatario_name}`
    const head = element(
      'button',
      { type: 'button', 'data-key': body, 'aria-expanded': String(isOpen), 'aria-controls': body },
      element('b', {}, name),
      submission ? keptChip(submission, texts) : outcomeChip(stop, wording),
      element('span', { class: 'quiet' }, briefly(stop, texts)),
    )
    head.addEventListener('click', () => actions.open(stop.position))
    return element(
      'li',
      { class: ['stop', isNext && 'next', stop.outcome !== null && 'done'].filter(Boolean).join(' ') },
      element('h2', {}, head),
      element('div', { id: body, hidden: !isOpen }, ...(isOpen ? opened(stop, submission) : [])),
    )
  }

  function opened(stop: DriverStop, submission: Submission | null) {
    const isActive = canReport(trip, stop) && submission === null
    const deliver = () =>
      button(
        {
          class: 'big main',
          'aria-label': texts.acceptAt(stop.destinatario_name),
          'data-key': `accept-${stop.position}`,
        },
        texts.accept,
        () => actions.accept(stop),
      )
    return [
      facts(stop, texts),
      ...(submission ? [kept.card(submission)] : []),
      controls(stop, isActive),
      ...(isActive && stop.remito_numbers.length > 0 ? [deliver()] : []),
    ]
  }

  function controls(stop: DriverStop, isActive: boolean) {
    const name = stop.destinatario_name
    const number = phoneOf(stop)
    const address = addressOf(stop)
    return element(
      'div',
      { class: 'acts' },
      number !== null &&
        element('a', { href: `tel:${number}`, 'aria-label': texts.callTo(name) }, texts.call),
      address !== '' &&
        element(
          'a',
          { href: mapLink(address, wording.userAgent), 'aria-label': texts.navigateTo(name) },
          texts.navigate,
        ),
      isActive &&
        button(
          { class: 'bad', 'aria-label': texts.failAt(name), 'data-key': `fail-${stop.position}` },
          texts.fail,
          () => actions.fail(stop),
        ),
    )
  }
}

function progressOf({ stops }: DriverTrip, next: DriverStop | null, texts: Texts): string {
  if (stops.length === 0) return texts.noStops
  return next === null ? texts.allDone(stops.length) : texts.stopOf(next.position, stops.length)
}

/** What is under the name of a stop, open or not. */
function briefly(stop: DriverStop, texts: Texts): string {
  const packages = stop.packages !== null && texts.packages(stop.packages)
  return [addressOf(stop), packages].filter(Boolean).join(' · ')
}

function facts(stop: DriverStop, texts: Texts) {
  const lines: [string, string | null][] = [
    [texts.notes, stop.notes],
    [texts.schedule, stop.delivery_schedule],
    [texts.contact, stop.delivery_contact ?? stop.phone],
    [texts.sender, stop.client_name],
    [texts.order, stop.order_number],
    [texts.remitos(stop.remito_numbers.length), stop.remito_numbers.join(', ') || null],
    [texts.reason, stop.outcome_reason],
  ]
  return element(
    'dl',
    {},
    ...lines.flatMap(([name, value]) =>
      value === null ? [] : [element('dt', {}, name), element('dd', {}, value)],
    ),
  )
}

const keptChip = ({ refused }: Submission, { kept }: Texts) =>
  element('span', { class: `chip ${refused ? 'bad' : 'warn'}` }, refused ? kept.refused : kept.waiting)

function outcomeChip({ outcome, outcome_at }: DriverStop, { texts, language }: Wording) {
  if (outcome === null) return null
  const time = new Intl.DateTimeFormat(localeOf[language], { timeStyle: 'short', hourCycle: 'h23' })
  const at = outcome_at === null ? '' : ` ${time.format(new Date(outcome_at))}`
  return element('span', { class: `chip ${outcome}` }, `${texts.outcomes[outcome]}${at}`)
}
