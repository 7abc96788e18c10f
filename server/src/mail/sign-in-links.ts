// Mails with a link to set a password. In Spanish and English.
import { type Mail, nameInMail } from './transport.ts'

type LinkNotice = { to: string; name: string; link: string; hours: number }

export function invitationMail({ to, name, link, hours }: LinkNotice): Mail {
  return {
    to,
    subject: 'Tu acceso a Andén · Your access to Andén',
    text: `Hola, ${nameInMail(name)}:

Te dieron acceso a Andén. Elegí tu contraseña en este enlace, que sirve una sola vez y vence en ${hours} horas:

  ${link}

────────

Hello, ${nameInMail(name)},

you have been given access to Andén. Choose your password with this link, which works once and expires in ${hours} hours:

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
