// The mails that the service sends, each in Spanish and English: an invitation and a link to set a password.
import { autoResumePolicy } from '@anden/contract'
import { type Mail, nameInMail } from './transport.ts'

type LinkNotice = { to: string; name: string; link: string; hours: number }
/** `invitedBy` null: not a person; `client` null: to the staff; `warehouse` null: the service is not configured with a name. */
type Invitation = LinkNotice & { invitedBy: string | null; client: string | null; warehouse: string | null }

/** In both languages: nobody knows yet which one the person reads. */
export function invitationMail({ to, name, link, hours, ...invitation }: Invitation): Mail {
  const invitedBy = invitation.invitedBy && nameInMail(invitation.invitedBy)
  const client = invitation.client && nameInMail(invitation.client)
  const warehouse = invitation.warehouse && nameInMail(invitation.warehouse)
  const toWhat = client
    ? `a seguir el stock y los pedidos de "${client}" en ${warehouse ?? 'el depósito'}`
    : `a trabajar en ${warehouse ?? 'el depósito'}`
  const toWhatInEnglish = client
    ? `to follow the stock and the orders of "${client}" at ${warehouse ?? 'the warehouse'}`
    : `to work at ${warehouse ?? 'the warehouse'}`
  return {
    to,
    aboutClient: null,
    subject: 'Tu acceso a Andén · Your access to Andén',
    text: `Hola, ${nameInMail(name)}:

${invitedBy ? `${invitedBy} te invita` : 'Te invitan'} ${toWhat}, con Andén.

Elegí tu contraseña en este enlace, que sirve una sola vez y vence en ${hours} horas:

  ${link}

────────

Hello, ${nameInMail(name)},

${invitedBy ? `${invitedBy} invites you` : 'you are invited'} ${toWhatInEnglish}, with Andén.

Choose your password with this link, which works once and expires in ${hours} hours:

  ${link}
`,
  }
}

export function resetMail({ to, name, link, hours }: LinkNotice): Mail {
  return {
    to,
    aboutClient: null,
    subject: 'Cambiar tu contraseña · Reset your password',
    text: `Hola, ${nameInMail(name)}:

Alguien pidió cambiar la contraseña de tu cuenta. Si fuiste vos, elegí una nueva en este enlace, que sirve una sola
vez y vence en ${hours === 1 ? 'una hora' : `${hours} horas`}:

  ${link}

Si no fuiste vos, no hace falta que hagas nada: tu contraseña sigue siendo la misma.

────────

Hello, ${nameInMail(name)},

someone asked to reset the password of your account. If it was you, choose a new one with this link, which works once
and expires in ${hours === 1 ? 'an hour' : `${hours} hours`}:

  ${link}

If it was not you, there is nothing to do: your password is unchanged.
`,
  }
}

// To a person who already has an account and is invited by another client.

/** `inviter`: the name of the client. */
type ElsewhereNotice = { to: string; name: string; inviter: string }

export function invitedElsewhereMail({ to, name, inviter }: ElsewhereNotice): Mail {
  return {
    to,
    aboutClient: null,
    subject:
      'Te invitaron con una dirección que ya tiene cuenta · You were invited, and have an account already',
    text: `Hola, ${nameInMail(name)}:

Alguien de "${nameInMail(inviter)}" te invitó a Andén con esta dirección, que ya tiene una cuenta en otro lugar. Una dirección
puede pertenecer a una sola empresa, así que no cambió nada: seguís entrando como siempre, y a quien te invitó le
contestamos lo mismo que con cualquier dirección.

No hace falta que hagas nada. Si querés entrar también por esa empresa, pedile que te invite con otra dirección.

────────

Hello, ${nameInMail(name)},

someone at "${nameInMail(inviter)}" invited you to Andén with this address, which already has an account elsewhere. An address
can belong to one company only, so nothing has changed: you sign in as before, and whoever invited you got the same answer
as for any address.

There is nothing to do. If you want access through that company as well, ask them to invite you with another address.
`,
  }
}

// To an endpoint's owner when it is paused: why, and what to do.

export type PausedNotice = {
  to: string
  aboutClient: string
  clientName: string
  endpointId: string
  url: string
  reason: string
  /** The service tries by itself whether it works again. */
  autoResume: boolean
  /** Consecutive failed attempts. */
  failures: number
  timeoutSeconds: number
  /** Attempts per delivery before it is abandoned. */
  attempts: number
  keptDays: number
}

export function pausedEndpointMail(notice: PausedNotice): Mail {
  return {
    to: notice.to,
    aboutClient: notice.aboutClient,
    subject: 'Webhook en pausa · Webhook paused',
    text: `${pausedInSpanish(notice)}\n────────\n\n${pausedInEnglish(notice)}`,
  }
}

function pausedInSpanish({
  clientName,
  endpointId,
  url,
  reason,
  autoResume,
  ...figures
}: PausedNotice): string {
  const count = countIn('es-AR')
  const failures = count(figures.failures, 'intento fallido', 'intentos fallidos seguidos')
  const timeout = count(figures.timeoutSeconds, 'segundo', 'segundos')
  const attempts = figures.attempts === 1 ? 'su único intento' : `sus ${figures.attempts} intentos`
  const kept = count(figures.keptDays, 'día', 'días')
  return `Hola, ${nameInMail(clientName)}:

Dejamos de enviar eventos a este webhook después de ${failures}:

  Id: ${endpointId}
  URL: ${url}
  Último error: ${reason}

No se pierde nada: los eventos quedan registrados como "failed" y durante ${kept} se pueden reenviar.
${autoResume ? resumesInSpanish : ''}
Qué hacer:
  1. Revisá que el receptor conteste 2xx en menos de ${timeout}.
  2. Reactivá el webhook: PATCH /webhooks/${endpointId} con {"status": "active"}.
  3. Recuperá lo que faltó: POST /webhooks/${endpointId}/recover.

Qué queda afuera de la recuperación:
  - Los envíos "abandoned", que ya agotaron ${attempts}. Para incluirlos, mandá {"include_abandoned": true}.
  - Los eventos de hace más de ${kept}, que ya no se guardan.
`
}

function pausedInEnglish({
  clientName,
  endpointId,
  url,
  reason,
  autoResume,
  ...figures
}: PausedNotice): string {
  const count = countIn('en')
  const failures = count(figures.failures, 'failed attempt', 'failed attempts in a row')
  const timeout = count(figures.timeoutSeconds, 'second', 'seconds')
  const attempts = figures.attempts === 1 ? 'only attempt has' : `${figures.attempts} attempts have`
  const kept = count(figures.keptDays, 'day', 'days')
  return `Hello ${nameInMail(clientName)},

We stopped sending events to this webhook after ${failures}:

  Id: ${endpointId}
  URL: ${url}
  Last error: ${reason}

Nothing is lost: events are kept as "failed" and can be sent again for ${kept}.
${autoResume ? resumesInEnglish : ''}
What to do:
  1. Make sure that the receiver answers 2xx within ${timeout}.
  2. Re-activate the webhook: PATCH /webhooks/${endpointId} with {"status": "active"}.
  3. Recover what was missed: POST /webhooks/${endpointId}/recover.

What recovery leaves out:
  - "abandoned" deliveries, whose ${attempts} failed. To include them, send {"include_abandoned": true}.
  - Events older than ${kept}, which are no longer kept.
`
}

const trialDays = autoResumePolicy.untilAfterMinutes / (24 * 60)

const resumesInSpanish = `
Como tiene "auto_resume", durante ${trialDays === 1 ? 'un día' : `${trialDays} días`} seguimos probando. Si tu receptor vuelve a contestar 2xx, el
webhook se reactiva solo y recupera lo que faltó. Si pasado ese tiempo no
contestó, reactivalo vos.
`

const resumesInEnglish = `
As it has "auto_resume", we keep trying for ${trialDays === 1 ? 'a day' : `${trialDays} days`}. As soon as your receiver answers 2xx again, the webhook is
re-activated by itself and recovers what it missed. If it has not by then,
re-activate it yourself.
`

function countIn(language: string) {
  const format = new Intl.NumberFormat(language)
  return (value: number, one: string, many: string) => `${format.format(value)} ${value === 1 ? one : many}`
}

// Daily to the staff's administrators while the books of remitos are about to run out, or have run out.

export type CaiNotice = {
  to: string
  name: string
  cai: string
  expiresOn: string
  /** Until the last of the books expires; negative after that. */
  days: number
  /** In all books that can be used. */
  numbers: number
  /** No book can be used any more. */
  stopped: boolean
  /** The address of the service. */
  url: string
}

export function caiWarningMail(notice: CaiNotice): Mail {
  return {
    to: notice.to,
    aboutClient: null,
    subject: notice.stopped
      ? 'No quedan remitos para emitir · No remitos are left to issue'
      : 'Los talonarios de remitos se terminan · The books of remitos are running out',
    text: `${caiInSpanish(notice)}\n────────\n\n${caiInEnglish(notice)}`,
  }
}

const booksPath = '/warehouse/remito-books'

function caiInSpanish({ name, cai, expiresOn, days, numbers, stopped, url }: CaiNotice): string {
  const day = expiresOn.split('-').reverse().join('/')
  const when = days < 0 ? 'ya venció' : days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`
  const what = stopped
    ? 'No queda ningún talonario de remitos con números y un CAI vigente. Mientras tanto no se puede aprobar ningún pedido ni emitir ningún egreso.'
    : 'Los talonarios de remitos están por terminarse. Sin un talonario con números y un CAI vigente no se puede aprobar ningún pedido ni emitir ningún egreso.'
  return `Hola, ${nameInMail(name)}:

${what}

  CAI en uso: ${cai}, vence el ${day}
  Último vencimiento: ${when}
  Números que quedan: ${numbers}

Qué hacer: pedí un CAI nuevo en ARCA y cargá el talonario en ${url}${booksPath}
`
}

function caiInEnglish({ name, cai, expiresOn, days, numbers, stopped, url }: CaiNotice): string {
  const when = days < 0 ? 'expired' : days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
  const what = stopped
    ? 'No book of remitos with numbers left and a valid CAI remains. Until there is one, no order can be approved and no goods issued.'
    : 'The books of remitos are running out. Without a book with numbers left and a valid CAI, no order can be approved and no goods issued.'
  return `Hello, ${nameInMail(name)},

${what}

  CAI in use: ${cai}, expires on ${expiresOn}
  Last expiry: ${when}
  Numbers left: ${numbers}

What to do: request a new CAI from ARCA and enter the book at ${url}${booksPath}
`
}
