// The pages that a link opens on a phone: `/t/{token}` is the trip of a driver, `/r/{token}` a remito.
import { openDriverPage } from './driver/page.ts'
import { openWithoutNetwork } from './kept/offline.ts'
import { openStore } from './kept/store.ts'
import { languageOf } from './language.ts'
import { openRecipientPage } from './recipient/page.ts'

const element = (id: string) => document.getElementById(id) as HTMLElement
const language = languageOf(navigator.languages)
const link = location.pathname.replace(/\/+$/, '')
const isRemito = link.startsWith('/r/')
const said = element('said')
const saidForMs = 8_000
let silence: ReturnType<typeof setTimeout> | undefined

/** Shown at the bottom for a while, and read out. */
function say(text: string) {
  said.textContent = text
  clearTimeout(silence)
  silence = setTimeout(() => {
    said.textContent = ''
  }, saidForMs)
}

document.documentElement.lang = language
const surroundings = { link, language, place: element('page'), corner: element('corner'), say }
const store = await openStore()
await (isRemito ? openRecipientPage : openDriverPage)({ ...surroundings, store })
// The page works without it, which the next visit notices. Nothing else has to wait for it.
openWithoutNetwork(isRemito ? '/r/' : '/t/').catch(() => undefined)
