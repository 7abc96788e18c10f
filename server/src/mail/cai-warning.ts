// The daily mail to the staff's administrators while the CAI of the remitos is about to run out, or has run out. In Spanish
// and English.
import { type Mail, nameInMail } from './transport.ts'

export type CaiNotice = {
  to: string
  name: string
  cai: string
  expiresOn: string
  /** Negative after the expiry. */
  days: number
  /** null: no last number is configured. */
  numbers: number | null
}

export function caiWarningMail(notice: CaiNotice): Mail {
  return {
    to: notice.to,
    subject: 'El CAI de los remitos se termina · The CAI of the remitos is running out',
    text: `${inSpanish(notice)}\n────────\n\n${inEnglish(notice)}`,
  }
}

function inSpanish({ name, cai, expiresOn, days, numbers }: CaiNotice): string {
  const day = expiresOn.split('-').reverse().join('/')
  const left = numbers === null ? '' : `\n  Números que quedan: ${numbers}`
  return `Hola, ${nameInMail(name)}:

El CAI con el que se imprimen los remitos ${days < 0 ? 'venció' : 'está por terminarse'}:

  CAI: ${cai}
  Vencimiento: ${day} (${days < 0 ? 'ya venció' : days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`})${left}

Pasado el vencimiento o el último número autorizado, los remitos se siguen emitiendo, pero salen sin CAI.

Qué hacer: pedí un CAI nuevo en ARCA y configurá REMITO_CAI, REMITO_CAI_EXPIRES_ON y REMITO_CAI_UP_TO.
`
}

function inEnglish({ name, cai, expiresOn, days, numbers }: CaiNotice): string {
  const left = numbers === null ? '' : `\n  Numbers left: ${numbers}`
  return `Hello, ${nameInMail(name)},

the CAI under which remitos are printed ${days < 0 ? 'has expired' : 'is running out'}:

  CAI: ${cai}
  Expires on: ${expiresOn} (${days < 0 ? 'expired' : days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`})${left}

After the expiry date or the last authorised number, remitos are still issued, but without a CAI.

What to do: request a new CAI from ARCA and set REMITO_CAI, REMITO_CAI_EXPIRES_ON and REMITO_CAI_UP_TO.
`
}
