// A quantity with buttons for one less and one more, which can also be typed. Typed text is read by the rules of the dashboard's
// fields: it is understood exactly, or refused with the reason, and a meaning in doubt is asked for.
import { type Language, localeOf } from '../../ui/locale-of.ts'
import { quantityIn, type Reading } from '../../ui/number/read-number.ts'
import { writePlainNumber } from '../../ui/number/write-number.ts'
import { button, element } from '../elements.ts'
import { readQuantity } from './quantities.ts'
import { type AcceptanceTexts, quantityText, writtenNumber } from './texts.ts'

type Options = {
  id: string
  label: string
  /** Of which product, for a screen reader. */
  about: string
  unit: string
  language: Language
  texts: AcceptanceTexts
  text: string
  change: (text: string) => void
  /** The text after a step; null: none is possible. */
  step: (by: 1 | -1) => string | null
}

export type QuantityField = {
  parts: HTMLElement
  /** After anything on the line has changed. */
  refresh: () => void
  focus: () => void
}

export function quantityField(options: Options): QuantityField {
  const { id, label, about, unit, language, texts, change, step } = options
  const kind = quantityIn(unit)
  const below = element('p', { class: 'below', id: `${id}-below`, 'aria-live': 'polite' })
  const meanings = element('div', { class: 'meanings' })
  const input = element('input', {
    id,
    inputmode: kind.decimals > 0 ? 'decimal' : 'numeric',
    autocomplete: 'off',
    placeholder: '0',
    'aria-label': `${label}, ${about}`,
    'aria-describedby': below.id,
  })
  input.value = options.text
  let isTyping = false
  let offered: readonly number[] = []
  const write = (text: string) => {
    input.value = text
    change(text)
  }
  const stepButton = (by: 1 | -1, sign: string, name: string) =>
    button({ 'aria-label': `${name}: ${label}, ${about}` }, sign, () => {
      const text = step(by)
      if (text !== null) write(text)
    })
  const less = stepButton(-1, '−', texts.one.less)
  const more = stepButton(1, '+', texts.one.more)
  input.addEventListener('input', () => change(input.value))
  for (const type of ['focus', 'blur'] as const)
    input.addEventListener(type, () => {
      isTyping = type === 'focus'
      refresh()
    })

  function refresh() {
    const reading = readQuantity(input.value, unit, language)
    const fault = faultText(reading, kind.decimals > 0, texts, language)
    // The next key may correct it.
    const isUnfinished =
      isTyping && reading.is === 'refused' && /^(misplaced|unfinished)$/.test(reading.fault)
    below.textContent = fault ?? understood(reading, input.value, unit, language)
    below.classList.toggle('bad', fault !== null && !isUnfinished)
    input.setAttribute('aria-invalid', String(fault !== null && !isUnfinished))
    offer(isUnfinished ? [] : meaningsOf(reading))
    // Not disabled, which would take the focus away from a button that was pressed.
    less.setAttribute('aria-disabled', String(step(-1) === null))
    more.setAttribute('aria-disabled', String(step(1) === null))
  }

  /** A button that is being pressed has to stay: the press takes the focus from the field, before it is a click. */
  function offer(values: readonly number[]) {
    if (values.length === offered.length && values.every((value, index) => value === offered[index])) return
    offered = values
    meanings.replaceChildren(
      ...values.map((value) => {
        const text = writePlainNumber(localeOf[language], value)
        return button({}, `${text} ${unitAlone(language, value, unit)}`, () => {
          write(text)
          input.focus()
        })
      }),
    )
  }

  const parts = element(
    'div',
    { class: 'quantity' },
    element('label', { for: id }, label),
    less,
    input,
    more,
    below,
    meanings,
  )
  refresh()
  return { parts, refresh, focus: () => input.focus() }
}

const unitAlone = (language: Language, value: number, unit: string) =>
  quantityText(language, value, unit).split('\u00a0').at(-1) ?? unit

/** Only where the text does not say it by itself. */
function understood(reading: Reading, text: string, unit: string, language: Language): string {
  if (reading.is !== 'number' || /^\d{0,3}$/.test(text.trim())) return ''
  return `= ${quantityText(language, reading.value, unit)}`
}

function meaningsOf(reading: Reading): readonly number[] {
  if (reading.is === 'doubtful') return reading.meanings
  return reading.is === 'refused' && reading.meant !== undefined ? [reading.meant] : []
}

function faultText(
  reading: Reading,
  hasDecimals: boolean,
  { numbers }: AcceptanceTexts,
  language: Language,
): string | null {
  if (reading.is === 'doubtful') return numbers.doubtful
  if (reading.is !== 'refused') return null
  const { fault, limit = 0 } = reading
  if (fault === 'decimals' || fault === 'large') return numbers[fault](writtenNumber(language, limit))
  return fault === 'misplaced' && hasDecimals ? numbers.misplacedDecimals : numbers[fault]
}
