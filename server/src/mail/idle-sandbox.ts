// To the administrators of an account whose sandbox nobody uses, a week before it is emptied.
import { sandboxIdleDays } from '@anden/contract/values'
import { type Mail, nameInMail } from './transport.ts'

export type IdleSandboxNotice = {
  to: string
  name: string
  /** Of the account: the mail is about something real. */
  owner_id: string
  client_name: string
  /** Not before. */
  emptiedOn: string
  /** The address of the service. */
  url: string
}

export function idleSandboxMail(notice: IdleSandboxNotice): Mail {
  return {
    to: notice.to,
    aboutClient: notice.owner_id,
    subject: 'El entorno de pruebas se va a vaciar · The sandbox will be emptied',
    text: `${inSpanish(notice)}\n────────\n\n${inEnglish(notice)}`,
  }
}

const dayOf = (moment: string) => moment.slice(0, 10)

const inSpanish = ({ name, client_name, emptiedOn, url }: IdleSandboxNotice) => `Hola, ${nameInMail(name)}:

Hace ya un tiempo que nadie usa el entorno de pruebas de "${nameInMail(client_name)}". El ${dayOf(emptiedOn).split('-').reverse().join('/')} se va a
vaciar: se borran sus productos, su stock, sus pedidos y su cuenta. Los datos reales no se tocan.
Las claves de prueba y los webhooks quedan como están.

Si lo necesitás, alcanza con usarlo una vez antes de esa fecha, con una clave de prueba o en el panel:

  ${url}

Si no, no tenés que hacer nada. Después lo podés volver a llenar cuando quieras, con
POST /sandbox/reset. Un entorno de pruebas se guarda ${sandboxIdleDays} días después de su último uso.
`

const inEnglish = ({ name, client_name, emptiedOn, url }: IdleSandboxNotice) => `Hello ${nameInMail(name)},

nobody has used the sandbox of "${nameInMail(client_name)}" for some time. On ${dayOf(emptiedOn)} it will be emptied: its products,
stock, orders and account are deleted. The live data are not touched. Test keys and webhooks stay
as they are.

If you need it, it is enough to use it once before that day, with a test key or in the dashboard:

  ${url}

Otherwise there is nothing to do. You can fill it again whenever you want, with
POST /sandbox/reset. A sandbox is kept for ${sandboxIdleDays} days after its last use.
`
