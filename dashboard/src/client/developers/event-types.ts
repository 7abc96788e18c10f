// The types of events, as the contract lists them, by what they are about, with its texts.
import {
  type EventType,
  eventTexts,
  eventFamilies as families,
  testEvent,
  typesByFamily,
} from '@anden/contract/values'
import { language } from '../../ui/languages.ts'

export const familyName = (family: keyof typeof families) => families[family].name[language()]

/** When an event of this type is sent, as a sentence. */
export function eventText(type: string): string {
  const texts = type === testEvent.type ? testEvent.text : eventTexts[type as EventType]
  return `${texts[language()]}.`
}

/** `order.*` if the whole family is selected, otherwise the individual types. */
export function summaryOfTypes(types: readonly string[]): string {
  return typesByFamily
    .flatMap(({ name, types: all }) => {
      const named = all.filter((type) => types.includes(type))
      return named.length === all.length && all.length > 1 ? [`${name}.*`] : named
    })
    .join(' · ')
}
