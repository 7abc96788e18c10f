// Mails with a link to set a password. In Spanish and English.
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
