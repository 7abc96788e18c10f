// The mail to a person who already has an account and is invited by another client. In Spanish and English.
import { type Mail, nameInMail } from './transport.ts'

/** `inviter`: the name of the client. */
type ElsewhereNotice = { to: string; name: string; inviter: string }

export function invitedElsewhereMail({ to, name, inviter }: ElsewhereNotice): Mail {
  return {
    to,
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
